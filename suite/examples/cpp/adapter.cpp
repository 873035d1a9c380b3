// Answers the lines of the line kit (docs/line-kit.md) with the engine in engine.hpp.

#include <iostream>
#include <sstream>

#include "engine.hpp"

static bool play(Game& game, const std::string& word) {
  if (word == "end") return game.end();
  return game.step(word[0], word[1] - 'a' + 8 * ('8' - word[2]), word[3]);
}

static std::string answer(const std::string& line) {
  std::istringstream words(line);
  std::string side, board, earlier, word;
  words >> side >> board >> earlier;
  std::vector<std::string> boards;
  std::istringstream positions(earlier == "-" ? "" : earlier);
  while (std::getline(positions, word, ',')) boards.push_back(word.substr(word.find(':') + 1));
  Game game(side == "gold", board, boards);
  std::string winner = game.winner();
  while (words >> word) {
    // A decided game has no legal action.
    if (winner != "-" || !play(game, word)) return "no";
    winner = word == "end" ? game.winner() : "-";
  }
  return "ok " + game.board + " " + winner;
}

int main() {
  for (std::string line; std::getline(std::cin, line);) std::cout << answer(line) << std::endl;
}
