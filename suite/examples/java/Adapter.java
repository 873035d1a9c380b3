import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.List;

/** Answers the lines of the line kit (docs/line-kit.md) with the engine in Engine.java. */
final class Adapter {
    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            System.out.println(answer(line.trim().split("\\s+")));
        }
    }

    private static String answer(String[] words) {
        List<String> earlier = words[2].equals("-") ? List.of() : List.of(words[2].split(","));
        Engine game = new Engine(words[0], words[1], earlier);
        String winner = game.winner();
        for (int at = 3; at < words.length; at++) {
            // A decided game has no legal action.
            if (winner != null || !play(game, words[at])) {
                return "no";
            }
            winner = words[at].equals("end") ? game.winner() : null;
        }
        return "ok " + game.squares() + " " + (winner == null ? "-" : winner);
    }

    private static boolean play(Engine game, String word) {
        if (word.equals("end")) {
            return game.end();
        }
        int square = word.charAt(1) - 'a' + 8 * ('8' - word.charAt(2));
        return game.step(word.charAt(0), square, word.charAt(3));
    }
}
