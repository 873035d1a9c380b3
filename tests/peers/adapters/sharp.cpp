// Answers the lines of the line kit that `arimaa-oracle bench` sends (docs/line-kit.md, Counts) with the move generator
// of bot_sharp by David Wu. docs/benchmarks.md says where it is.
//
// `made` as an argument: the leaves of step trees are made, and not only counted.

#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "board/board.h"
#include "board/boardmovegen.h"

static bool made = false;
static uint64_t read_hashes = 0;

// A set of hashes with the least depth at which each was met. It is emptied by a new generation.
class Met {
  struct Slot { uint64_t hash; uint32_t generation; int depth; };
  std::vector<Slot> slots = std::vector<Slot>(1 << 18);
  uint32_t generation = 0;

 public:
  uint64_t size = 0;

  void clear() { ++generation; size = 0; }

  // Whether the hash was not met at this depth or a lower one.
  bool insert(uint64_t hash, int depth) {
    if (2 * size > slots.size()) {
      std::cerr << "the table is too small" << std::endl;
      std::exit(1);
    }
    for (size_t at = hash & (slots.size() - 1);; at = (at + 1) & (slots.size() - 1)) {
      Slot& slot = slots[at];
      if (slot.generation != generation) {
        slot = {hash, generation, depth};
        ++size;
        return true;
      }
      if (slot.hash == hash) {
        if (slot.depth <= depth) return false;
        slot.depth = depth;
        return true;
      }
    }
  }
};

// Counts step sequences. `pulled_to` is the square that a piece of `strength` has just left: an enemy's step to it that
// fits a pull begins no push.
static void steps(Board& board, pla_t side, int depth, loc_t pulled_to, piece_t strength, uint64_t* counts) {
  move_t moves[256];
  int left = 4 - depth;
  int plain = BoardMoveGen::genSteps(board, side, moves);
  counts[depth] += plain;
  UndoMoveData undo;
  if (left > 1 || made) {
    for (int at = 0; at < plain; ++at) {
      loc_t from = gSrc(getStep(moves[at], 0));
      piece_t mover = board.pieces[from];
      board.makeMove(moves[at], undo);
      read_hashes ^= board.posCurrentHash;
      if (left > 1) steps(board, side, depth + 1, from, mover, counts);
      board.undoMove(undo);
    }
  }
  if (left < 2) return;
  uint64_t begun[4] = {0, 0, 0, 0};
  int pairs = BoardMoveGen::genPushPulls(board, side, moves);
  for (int at = 0; at < pairs; ++at) {
    step_t first = getStep(moves[at], 0);
    loc_t from = gSrc(first), to = gDest(first);
    if (board.owners[from] != side) {
      if (to == pulled_to && board.pieces[from] < strength) continue;
      // The first halves of pushes, each once.
      uint64_t bit = uint64_t(1) << gIdx(from), &known = begun[gDir(first)];
      counts[depth] += !(known & bit);
      known |= bit;
    }
    counts[depth + 1] += 1;
    if (left == 2 && !made) continue;
    board.makeMove(moves[at], undo);
    read_hashes ^= board.posCurrentHash;
    if (left > 2) steps(board, side, depth + 2, ERRLOC, EMP, counts);
    board.undoMove(undo);
  }
}

// Meets every board at which the turn can end. A board is expanded again only if it was reached by fewer steps.
static void turns(Board& board, pla_t side, int depth, Met& met) {
  move_t moves[512];
  int left = 4 - depth;
  int count = BoardMoveGen::genSteps(board, side, moves);
  if (left > 1) count += BoardMoveGen::genPushPulls(board, side, moves + count);
  UndoMoveData undo;
  for (int at = 0; at < count; ++at) {
    int after = depth + (getStep(moves[at], 1) == ERRSTEP ? 1 : 2);
    board.makeMove(moves[at], undo);
    if (met.insert(board.posCurrentHash, after) && after < 4) turns(board, side, after, met);
    board.undoMove(undo);
  }
}

static Board read(const std::string& side, const std::string& squares) {
  Board board;
  const std::string letters = "rcdhme";
  for (int at = 0; at < 64; ++at) {
    char letter = squares[at];
    if (letter == '.') continue;
    pla_t owner = letter < 'a' ? GOLD : SILV;
    piece_t piece = RAB + letters.find(letter | 32);
    board.setPiece(gLoc(at % 8, 7 - at / 8), owner, piece);
  }
  board.setPlaStep(side == "gold" ? GOLD : SILV, 0);
  board.refreshStartHash();
  return board;
}

int main(int argc, char** argv) {
  made = argc > 1 && std::string(argv[1]) == "made";
  Board::initData();
  Met met;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string side, squares, earlier, count, what;
    words >> side >> squares >> earlier >> count >> what;
    if (count.empty()) {
      std::cout << "ok " << squares << " ?" << std::endl;
    } else if (what == "steps") {
      Board board = read(side, squares);
      uint64_t counts[4] = {0, 0, 0, 0};
      steps(board, board.player, 0, ERRLOC, EMP, counts);
      std::cout << "count " << counts[0] << ' ' << counts[1] << ' ' << counts[2] << ' ' << counts[3] << std::endl;
    } else if (what == "turns" && !made) {
      Board board = read(side, squares);
      met.clear();
      met.insert(board.posCurrentHash, 0);
      turns(board, board.player, 0, met);
      std::cout << "count " << met.size - 1 << std::endl;
    } else {
      std::cout << "skip not counted so" << std::endl;
    }
  }
  return read_hashes == 1;
}
