//! The pictures of the statistics of the committed games: shapes to scale, and their words.

use std::sync::LazyLock;

use arimaa::vocab::Side;
use arimaa_oracle_cli::statistics::{Plot, plots};
use roxmltree::{Document, Node};

use crate::stats::COMMITTED;

fn of_class<'a>(picture: &'a Document<'a>, name: &str, class: &str) -> Vec<Node<'a, 'a>> {
    let is_of = |node: &Node| node.has_tag_name(name) && node.attribute("class") == Some(class);
    picture.descendants().filter(is_of).collect()
}

fn texts<'a>(picture: &'a Document<'a>) -> Vec<&'a str> {
    let all = picture
        .descendants()
        .filter(|node| node.has_tag_name("text"));
    all.filter_map(|node| node.text()).collect()
}

fn attribute(node: &Node, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

static PLOTS: LazyLock<Vec<Plot>> = LazyLock::new(|| plots(&COMMITTED));

/// The picture of the committed games with this name.
fn picture(name: &str) -> Document<'static> {
    let plot = PLOTS.iter().find(|plot| plot.name == name).unwrap();
    Document::parse(&plot.svg).unwrap()
}

fn says(picture: &Document, part: &str) -> bool {
    texts(picture).iter().any(|text| text.contains(part))
}

fn heights(bars: &[Node]) -> Vec<f64> {
    bars.iter().map(|bar| attribute(bar, "height")).collect()
}

#[test]
fn every_picture_has_a_title() {
    let expected = [
        "branching-by-move.svg",
        "branching-histogram.svg",
        "game-length.svg",
        "steps-per-turn.svg",
    ];
    assert_eq!(
        PLOTS.iter().map(|plot| plot.name).collect::<Vec<_>>(),
        expected
    );
    for picture in expected.map(picture) {
        let root = picture.root_element();
        assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")));
        for told in ["title", "desc"] {
            let told = root
                .children()
                .find(|node| node.has_tag_name(told))
                .unwrap();
            assert!(told.text().is_some_and(|text| !text.is_empty()));
        }
    }
}

#[test]
fn branching_is_drawn_move_by_move() {
    let picture = picture("branching-by-move.svg");
    let enough = |number: u32| COMMITTED.branching(number..=number, &Side::ALL).len() >= 10;
    let moves = COMMITTED
        .choices
        .keys()
        .filter(|&&number| enough(number))
        .count();
    assert!(moves > 10);
    // The second mark of each class is in the legend.
    let points = |class: &str| {
        let path = of_class(&picture, "path", class)[0];
        path.attribute("d").unwrap().matches(['M', 'L']).count()
    };
    assert_eq!(
        [points("line"), points("broken"), points("band")],
        [moves, moves, 2 * moves]
    );
    for label in [
        "distinct legal turns",
        "move",
        "median",
        "mean",
        "middle half",
    ] {
        assert!(says(&picture, label), "{label}");
    }
}

#[test]
fn branching_is_drawn_bin_by_bin() {
    let picture = picture("branching-histogram.svg");
    let sample = COMMITTED.branching(.., &Side::ALL);
    let bins = sample.histogram().into_iter();
    let counts: Vec<u32> = bins.map(|bin| u32::try_from(bin.count).unwrap()).collect();
    let bars = of_class(&picture, "rect", "bar");
    let (_in_the_legend, bars) = bars.split_last().unwrap();
    assert_to_scale(&heights(bars), &counts);
    let positions = grouped(&COMMITTED.positions());
    let median = grouped(&format!("{:.0}", sample.summary().unwrap().median));
    for label in [
        format!("{positions} positions of 16 games"),
        format!("median {median}"),
        "distinct legal turns".to_owned(),
        "positions, %".to_owned(),
    ] {
        assert!(says(&picture, &label), "{label}");
    }
}

#[test]
fn lengths_of_games_are_drawn() {
    let picture = picture("game-length.svg");
    let longest = COMMITTED.length.summary().unwrap().max;
    let is_width = |width: &u32| says(&picture, &format!(", {width} turns to a bar"));
    let width = (1..=longest).find(is_width).unwrap();
    let in_bar = |bar| {
        let lengths = COMMITTED.length.values().iter();
        lengths.filter(|&&turns| turns / width == bar).count()
    };
    let counts: Vec<u32> = (0..=longest / width)
        .map(|bar| u32::try_from(in_bar(bar)).unwrap())
        .collect();
    assert_to_scale(&heights(&of_class(&picture, "rect", "bar")), &counts);
}

#[test]
fn steps_per_turn_are_drawn() {
    let picture = picture("steps-per-turn.svg");
    let [gold, silver] = COMMITTED.turns;
    for (class, sums) in [("gold", gold), ("silver", silver)] {
        let bars = of_class(&picture, "rect", class);
        let (_in_the_legend, bars) = bars.split_last().unwrap();
        let turns = sums.by_steps.map(|turns| u32::try_from(turns).unwrap());
        assert_to_scale(&heights(bars), &turns);
        let share = f64::from(turns[3]) / f64::from(turns.iter().sum::<u32>());
        assert!(
            says(&picture, &format!("{:.1} %", 100.0 * share)),
            "{share}"
        );
    }
}

/// Heights are the same multiple of the numbers, to the rounding of a coordinate.
fn assert_to_scale(heights: &[f64], numbers: &[u32]) {
    assert_eq!(heights.len(), numbers.len());
    let (&most, &highest) = (
        numbers.iter().max().unwrap(),
        heights.iter().max_by(|a, b| a.total_cmp(b)).unwrap(),
    );
    assert!(most > 0 && highest > 100.0);
    for (height, &number) in heights.iter().zip(numbers) {
        let due = highest * f64::from(number) / f64::from(most);
        assert!(
            (height - due).abs() < 0.2,
            "{height} for {number}, and {highest} for {most}"
        );
    }
}

fn grouped(number: &impl ToString) -> String {
    let digits = number.to_string();
    match digits.len() {
        4.. => format!(
            "{},{}",
            &digits[..digits.len() - 3],
            &digits[digits.len() - 3..]
        ),
        _ => digits,
    }
}
