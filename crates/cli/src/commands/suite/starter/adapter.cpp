// Puts an engine to the conformance suite of Arimaa: answers the lines of the line kit.
//
// Fill in the places marked TODO, one after the other. What is not filled in is skipped.
// Nothing is asked before the second is.

#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// True if your engine can end a game in mid-turn: its winner is asked after every step then.
static const bool ENDS_IN_MID_TURN = false;

struct NotFilledIn : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Your engine, at some moment of a game.
class EngineUnderTest {
 public:
  EngineUnderTest(const std::string& side, const std::string& board,
                  const std::vector<std::string>& earlier) {
    // TODO 1: set up the start of a turn. `side` is "gold" or "silver", the player to move.
    // `board` has 64 letters, from a8 to h8 down to a1 to h1; a dot is an empty square, gold
    // pieces are RCDHME, silver ones rcdhme. `earlier` are the positions before, oldest first,
    // each the side to move then, a colon and the 64 letters.
    (void)side, (void)board, (void)earlier;
  }

  std::string squares() const {
    // TODO 2: the 64 letters of the board as it stands now, also in mid-turn.
    throw NotFilledIn("squares()");
  }

  bool step(char piece, const std::string& square, char direction) {
    // TODO 3: make one step, such as 'E', "d2", 'n'; true, or false where it is illegal.
    (void)piece, (void)square, (void)direction;
    throw NotFilledIn("step()");
  }

  bool end_turn() {
    // TODO 4: hand the turn over to the other player; true, or false where it may not
    // end here.
    throw NotFilledIn("end_turn()");
  }

  bool pair(const std::string& first, const std::string& second) {
    // Only with `--actions two-step`: make a push or a pull, such as "rd5n" and "Ed4n" for a push;
    // true, or false where it is illegal.
    (void)first, (void)second;
    throw NotFilledIn("pair()");
  }

  std::string winner() const {
    // TODO 5: at the start of a turn "gold", "silver", or "-" while the game goes on; "?" if your
    // engine does not know.
    return "?";
  }
};

static bool play(EngineUnderTest& game, const std::string& word) {
  if (word == "end") return game.end_turn();
  const auto plus = word.find('+');
  if (plus != std::string::npos) return game.pair(word.substr(0, plus), word.substr(plus + 1));
  return game.step(word[0], word.substr(1, 2), word[3]);
}

static std::string answer(const std::string& line) {
  std::istringstream words(line);
  std::string side, board, earlier, word;
  words >> side >> board >> earlier;
  std::vector<std::string> ends;
  std::istringstream positions(earlier == "-" ? "" : earlier);
  while (std::getline(positions, word, ',')) ends.push_back(word);
  EngineUnderTest game(side, board, ends);
  std::string winner = game.winner();
  while (words >> word) {
    const bool is_over = winner == "gold" || winner == "silver";
    if (is_over || !play(game, word)) return "no";
    const bool asks = word == "end" || winner == "?" || ENDS_IN_MID_TURN;
    winner = asks ? game.winner() : "-";
  }
  // `turns`: behind `end` the other player may step on. Leave it out if your engine cannot.
  return "ok " + game.squares() + " " + winner + " turns";
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    try {
      std::cout << answer(line) << std::endl;
    } catch (const NotFilledIn& place) {
      std::cout << "skip " << place.what() << " is not filled in" << std::endl;
    }
  }
}
