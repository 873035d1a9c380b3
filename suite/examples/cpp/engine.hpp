// The rules of Arimaa, with one rule wrong: repetition compares boards without the side to move (REP-1).

#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

// A position at the start of a turn, or in the middle of one. Square 0 is a8, square 63 is h1.
class Game {
 public:
  std::string board;

  // `earlier` has the boards of the game before this one.
  Game(bool gold, const std::string& squares, std::vector<std::string> earlier)
      : board(squares), gold_(gold), history_(std::move(earlier)) {
    history_.push_back(squares);  // WRONG: the side to move is forgotten.
    begin();
  }

  // Makes a step if it is legal, and says whether it is.
  bool step(char piece, int square, char direction) {
    const int to = neighbour(square, direction);
    if (steps_ == 4 || board[square] != piece || to < 0 || board[to] != '.') return false;
    const bool mine = is_gold(piece) == gold_;
    const int push = push_, pull = pull_;
    push_ = pull_ = -1;
    if (push >= 0) {
      if (!mine || to != push || !stronger(piece, pushed_) || frozen(square)) return false;
    } else if (mine) {
      const bool backward = (piece == 'R' && direction == 's') || (piece == 'r' && direction == 'n');
      if (backward || frozen(square)) return false;
      pull_ = square;
      puller_ = piece;
    } else if (to != pull || !stronger(puller_, piece)) {
      if (steps_ == 3 || !has_pusher(square)) return false;
      push_ = square;
      pushed_ = piece;
    }
    board[square] = '.';
    board[to] = piece;
    for (int trap : {18, 21, 42, 45}) {
      if (board[trap] != '.' && !has_friend(trap)) board[trap] = '.';
    }
    ++steps_;
    return true;
  }

  // Ends the turn if that is legal, and says whether it is.
  bool end() {
    if (steps_ == 0 || push_ >= 0 || board == start_ || stood(board) >= 2) return false;
    gold_ = !gold_;
    history_.push_back(board);
    begin();
    return true;
  }

  // The side that has won by the end of the last turn, or "-".
  std::string winner() const {
    const std::string mover = gold_ ? "silver" : "gold", opponent = gold_ ? "gold" : "silver";
    if (goal(!gold_)) return mover;
    if (goal(gold_)) return opponent;
    if (start_.find(rabbit(gold_)) == std::string::npos) return mover;
    if (start_.find(rabbit(!gold_)) == std::string::npos) return opponent;
    return can_move() ? "-" : mover;
  }

 private:
  bool gold_;
  std::vector<std::string> history_;
  std::string start_;
  int steps_ = 0;
  int push_ = -1;  // the square to enter in a push, or -1
  char pushed_ = '.';
  int pull_ = -1;  // the square to enter in a pull, or -1
  char puller_ = '.';

  void begin() {
    start_ = board;
    steps_ = 0;
    push_ = pull_ = -1;
  }

  static bool is_gold(char piece) { return std::isupper(static_cast<unsigned char>(piece)); }
  static char rabbit(bool gold) { return gold ? 'R' : 'r'; }

  static bool stronger(char one, char other) {
    static const std::string order = "rcdhme";
    return order.find(static_cast<char>(std::tolower(one))) > order.find(static_cast<char>(std::tolower(other)));
  }

  // The square beside another, or -1 beyond the edge.
  static int neighbour(int square, char direction) {
    switch (direction) {
      case 'n': return square >= 8 ? square - 8 : -1;
      case 's': return square < 56 ? square + 8 : -1;
      case 'e': return square % 8 < 7 ? square + 1 : -1;
      default: return square % 8 > 0 ? square - 1 : -1;
    }
  }

  // The occupied squares beside another with pieces of the same side as there, or of the other side.
  std::vector<int> beside(int square, bool friends) const {
    std::vector<int> found;
    for (char direction : {'n', 's', 'e', 'w'}) {
      const int to = neighbour(square, direction);
      if (to >= 0 && board[to] != '.' && (is_gold(board[to]) == is_gold(board[square])) == friends) found.push_back(to);
    }
    return found;
  }

  bool has_friend(int square) const { return !beside(square, true).empty(); }

  bool frozen(int square) const {
    const std::vector<int> enemies = beside(square, false);
    const auto is_threat = [&](int enemy) { return stronger(board[enemy], board[square]); };
    return std::any_of(enemies.begin(), enemies.end(), is_threat) && !has_friend(square);
  }

  bool has_pusher(int square) const {
    const std::vector<int> enemies = beside(square, false);
    const auto pushes = [&](int by) { return stronger(board[by], board[square]) && !frozen(by); };
    return std::any_of(enemies.begin(), enemies.end(), pushes);
  }

  long stood(const std::string& squares) const { return std::count(history_.begin(), history_.end(), squares); }

  bool goal(bool gold) const {
    const std::string rank = gold ? start_.substr(0, 8) : start_.substr(56);
    return rank.find(rabbit(gold)) != std::string::npos;
  }

  bool can_move() const {
    const auto twice = [&](const std::string& one) { return stood(one) >= 2; };
    const bool stood_twice = std::any_of(history_.begin(), history_.end(), twice);
    const std::vector<Game> reached = after_a_step();
    return std::any_of(reached.begin(), reached.end(),
                       [&](const Game& after) { return !stood_twice || after.can_end(); });
  }

  // Whether this turn can be brought to an end.
  bool can_end() const {
    if (Game(*this).end()) return true;
    const std::vector<Game> reached = after_a_step();
    return std::any_of(reached.begin(), reached.end(), [](const Game& after) { return after.can_end(); });
  }

  std::vector<Game> after_a_step() const {
    std::vector<Game> reached;
    for (int square = 0; square < 64; ++square) {
      for (char direction : {'n', 's', 'e', 'w'}) {
        Game after = *this;
        if (board[square] != '.' && after.step(board[square], square, direction)) reached.push_back(after);
      }
    }
    return reached;
  }
};
