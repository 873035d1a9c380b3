// Counts sequences of distinct turns on an NVIDIA card, with rules of its own: nothing here comes
// from the library.
//
//     nvcc -O3 -std=c++17 -arch=native -o perft_boards examples/perft_boards.cu
//     ./perft_boards 3 "g [hcdmedchrrrrrrrr................................RRRRRRRRHCDMEDCH]"
//
// The arguments are the number of turns, from 1 to 3 (SPEC.md CNT-3), and the side to move with the
// squares from a8 to h1. The method is a breadth-first search over whole boards: every legal step is
// taken, and equal boards are merged in a set that compares them whole. The library leaves out steps
// to boards that are known already and compares boards by keys, so this is a check on both.
// The processor makes the positions before the last turn, and each block of the card's threads
// counts the turns of one of them at a time. It knows the edition 2008-07-01 at the start of a
// turn, without a history.
//
// Any C++ compiler makes the same program for one core: c++ -O3 -std=c++17 -x c++ FILE. An H100
// counts two thousand million turns a second, a hundred times as many as a core.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#ifndef __CUDACC__
#define __host__
#define __device__
#endif
#define ANYWHERE __host__ __device__ inline

using u32 = uint32_t;
using u64 = uint64_t;

// What a block of threads does together. On the processor a block is one thread.
#ifdef __CUDA_ARCH__
ANYWHERE u32 thread() { return threadIdx.x; }
ANYWHERE u32 threads() { return blockDim.x; }
ANYWHERE void meet() { __syncthreads(); }
ANYWHERE u32 take_next(u32* count) { return atomicAdd(count, 1); }
ANYWHERE void publish() { __threadfence_block(); }
// Writes over what was seen, where it still stands, and returns what stood there.
ANYWHERE u64 replace(u64* entry, u64 seen, u64 by) {
  return atomicCAS(reinterpret_cast<unsigned long long*>(entry), seen, by);
}
#else
ANYWHERE u32 thread() { return 0; }
ANYWHERE u32 threads() { return 1; }
ANYWHERE void meet() {}
ANYWHERE u32 take_next(u32* count) { return (*count)++; }
ANYWHERE void publish() {}
ANYWHERE u64 replace(u64* entry, u64, u64 by) {
  u64 stood = *entry;
  *entry = by;
  return stood;
}
#endif

// The rules. A set of squares has a bit for each: the first is a1, the second b1.

constexpr u64 TRAPS = 1ull << 18 | 1ull << 21 | 1ull << 42 | 1ull << 45;
constexpr u64 FILE_A = 0x0101010101010101;
constexpr u64 RANK_1 = 0xff, RANK_8 = RANK_1 << 56;
enum Direction { NORTH, SOUTH, EAST, WEST };

ANYWHERE u64 toward(u64 squares, int direction) {
  switch (direction) {
    case NORTH: return squares << 8;
    case SOUTH: return squares >> 8;
    case EAST: return squares << 1 & ~FILE_A;
    default: return squares >> 1 & ~(FILE_A << 7);
  }
}

ANYWHERE int opposite(int direction) { return direction ^ 1; }

ANYWHERE u64 beside(u64 squares) {
  return toward(squares, NORTH) | toward(squares, SOUTH) | toward(squares, EAST) |
         toward(squares, WEST);
}

ANYWHERE u64 first_of(u64 squares) { return squares & (0 - squares); }

// The strength of each piece in binary, from 1 for a rabbit to 6 for an elephant.
struct Board {
  u64 low, mid, high, silver;

  ANYWHERE bool operator==(const Board& other) const {
    return low == other.low && mid == other.mid && high == other.high && silver == other.silver;
  }
  ANYWHERE u64 occupied() const { return low | mid | high; }
  ANYWHERE u64 of(bool is_silver) const { return is_silver ? silver : occupied() & ~silver; }
  ANYWHERE u64 rabbits() const { return low & ~mid & ~high; }
  ANYWHERE u32 strength(u64 square) const {
    return (low & square ? 1 : 0) + (mid & square ? 2 : 0) + (high & square ? 4 : 0);
  }

  // The pieces of both sides of at least this strength.
  ANYWHERE u64 at_least(u32 strength) const {
    switch (strength) {
      case 0: return ~0ull;
      case 1: return low | mid | high;
      case 2: return mid | high;
      case 3: return (low & mid) | high;
      case 4: return high;
      case 5: return high & (low | mid);
      case 6: return high & mid;
      default: return 0;
    }
  }

  // The pieces of a side that may step: a friend is beside them, or no stronger enemy.
  ANYWHERE u64 free(bool is_silver) const {
    u64 own = of(is_silver), enemy = of(!is_silver), held = 0;
    for (u32 strength = 1; strength < 6; strength++)
      held |= own & at_least(strength) & ~at_least(strength + 1) &
              beside(enemy & at_least(strength + 1));
    return own & (~held | beside(own));
  }

  // The board after a step: pieces on traps without a friend beside them are gone.
  ANYWHERE Board moved(u64 from, u64 to) const {
    u64 both = from | to;
    Board after = {low & from ? low ^ both : low, mid & from ? mid ^ both : mid,
                   high & from ? high ^ both : high, silver & from ? silver ^ both : silver};
    u64 gold = after.of(false);
    u64 stay = ~(TRAPS & ((gold & ~beside(gold)) | (after.silver & ~beside(after.silver))));
    return {after.low & stay, after.mid & stay, after.high & stay, after.silver & stay};
  }

  // Whether a goal or the loss of all rabbits has ended the game.
  ANYWHERE bool is_decided() const {
    u64 gold = rabbits() & ~silver, other = rabbits() & silver;
    return !gold || !other || gold & RANK_8 || other & RANK_1;
  }

  ANYWHERE u32 hash() const {
    u64 one = (low ^ (high << 32 | high >> 32)) * 0x9e3779b97f4a7c15;
    u64 two = (mid ^ (silver << 32 | silver >> 32)) * 0xc2b2ae3d27d4eb4f;
    return u32(((one ^ (two << 29 | two >> 35)) * 0x165667b19e3779f9) >> 32);
  }
};

// A board within a turn, and the pull that may follow: the square that a piece left, with its
// strength. Both are 0 where no enemy could be pulled there.
struct State {
  Board board;
  u64 left;
  u32 puller, is_used;

  ANYWHERE bool operator==(const State& other) const {
    return board == other.board && left == other.left && puller == other.puller;
  }
};

// A hash set that the threads of a block fill together.
constexpr u32 MOST_ITEMS = 1 << 16, ENTRIES = 1 << 17, LAST_ROUND = 0xffff, NONE = ~0u;

struct Set {
  State items[MOST_ITEMS];
  // The hash, the round and the place of an item: those of earlier rounds are free.
  u64 entries[ENTRIES];
  u32 count;
};

// The turns of one position at a time, merged.
struct Search {
  // The states after one, two and three steps at [1] to [3], and the boards after turns at [0].
  Set sets[4];
  u32 round, overflowed;
};

// One thread of a search.
struct Searcher {
  Search& search;
  bool is_silver;
  // Places that this thread took and did not need.
  u32 spare[4];
  u64 found;

  ANYWHERE Searcher(Search& search, bool is_silver) : search(search), is_silver(is_silver) {
    found = 0;
  }

  ANYWHERE bool insert(int which, u32 hash, const State& item) {
    Set& set = search.sets[which];
    u64 entry = 0;
    for (u32 at = hash % ENTRIES;; at = (at + 1) % ENTRIES) {
      u64 seen = *const_cast<volatile u64*>(&set.entries[at]);
      while ((seen >> 16 & LAST_ROUND) != search.round) {
        if (!entry) {
          if (spare[which] == NONE) spare[which] = take_next(&set.count);
          if (spare[which] >= MOST_ITEMS) {
            search.overflowed = 1;
            return false;
          }
          set.items[spare[which]] = item;
          publish();
          entry = u64(hash) << 32 | search.round << 16 | spare[which];
        }
        u64 stood = replace(&set.entries[at], seen, entry);
        if (stood == seen) {
          spare[which] = NONE;
          return true;
        }
        seen = stood;
      }
      if (seen >> 32 == hash && set.items[seen & (MOST_ITEMS - 1)] == item) return false;
    }
  }

  // Notes a board where the turn may end, and with steps left the state to go on from.
  ANYWHERE void reach(const Board& board, u64 left, u32 puller, int steps) {
    u32 hash = board.hash();
    found += insert(0, hash, {board, 0, 0, 1});
    if (steps == 4) return;
    if (!(board.of(!is_silver) & ~board.at_least(puller) & beside(left))) left = puller = 0;
    insert(steps, hash, {board, left, puller, 1});
  }

  ANYWHERE void expand(const State& state, int steps) {
    const Board& board = state.board;
    u64 own = board.of(is_silver), enemy = board.of(!is_silver);
    u64 free = board.free(is_silver), empty = ~board.occupied();
    for (int direction = NORTH; direction <= WEST; direction++) {
      u64 before_empty = toward(empty, opposite(direction));
      // Rabbits do not go back.
      u64 steppers = direction == (is_silver ? NORTH : SOUTH) ? free & ~board.rabbits() : free;
      for (u64 left = steppers & before_empty; left; left &= left - 1) {
        u64 from = first_of(left);
        Board after = board.moved(from, toward(from, direction));
        reach(after, from, board.strength(from), steps + 1);
      }
      // A pull: a weaker enemy goes to the square that the puller has left.
      u64 pulled = enemy & toward(state.left, opposite(direction)) & ~board.at_least(state.puller);
      if (pulled) reach(board.moved(pulled, state.left), 0, 0, steps + 1);
      if (steps == 3) continue;
      // A push: two steps in one. The pusher is chosen when the enemy has gone.
      for (u64 left = enemy & beside(free) & before_empty; left; left &= left - 1) {
        u64 from = first_of(left);
        Board pushed = board.moved(from, toward(from, direction));
        u64 stronger = own & board.at_least(board.strength(from) + 1);
        for (u64 able = pushed.free(is_silver) & stronger & beside(from); able; able &= able - 1)
          reach(pushed.moved(first_of(able), from), 0, 0, steps + 2);
      }
    }
  }

  // Fills the first set with the boards after the distinct turns, and with that before them.
  ANYWHERE void run(const Board& start) {
    if (start.is_decided()) return;
    meet();
    if (search.round == LAST_ROUND)
      for (Set& set : search.sets)
        for (u32 at = thread(); at < ENTRIES; at += threads()) set.entries[at] = 0;
    meet();
    if (thread() == 0) {
      search.round = search.round % LAST_ROUND + 1;
      for (Set& set : search.sets) set.count = 0;
    }
    for (u32& place : spare) place = NONE;
    meet();
    if (thread() == 0) {
      insert(0, start.hash(), {start, 0, 0, 1});
      expand({start, 0, 0, 1}, 0);
    }
    for (int steps = 1; steps < 4; steps++) {
      finish(steps);
      const Set& set = search.sets[steps];
      for (u32 at = thread(); at < set.count && at < MOST_ITEMS; at += threads())
        if (set.items[at].is_used) expand(set.items[at], steps);
    }
    finish(0);
  }

  // Marks the place that was taken and not needed.
  ANYWHERE void finish(int which) {
    if (spare[which] < MOST_ITEMS) search.sets[which].items[spare[which]].is_used = 0;
    publish();
    meet();
  }
};

// The count after all of these positions, on the card or here.

struct Job {
  const Board* positions;
  u64 size;
  bool is_silver;
  u64 next, total;
  u32 overflowed;
};

#ifdef __CUDACC__
__global__ void count_turns(Job* job, Search* searches) {
  __shared__ u64 at;
  Search& search = searches[blockIdx.x];
  Searcher searcher(search, job->is_silver);
  for (;;) {
    if (thread() == 0) at = atomicAdd(reinterpret_cast<unsigned long long*>(&job->next), 1ull);
    meet();
    u64 mine = at;
    meet();
    if (mine >= job->size) break;
    searcher.run(job->positions[mine]);
  }
  atomicAdd(reinterpret_cast<unsigned long long*>(&job->total), searcher.found);
  if (search.overflowed) job->overflowed = 1;
}

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s\n", cudaGetErrorString(error));
  exit(1);
}

template <typename T>
T* on_card(u64 count, const T* from) {
  T* there;
  check(cudaMalloc(&there, count * sizeof(T)));
  check(from ? cudaMemcpy(there, from, count * sizeof(T), cudaMemcpyHostToDevice)
             : cudaMemset(there, 0, count * sizeof(T)));
  return there;
}

void run(Job& job) {
  cudaDeviceProp card;
  check(cudaGetDeviceProperties(&card, 0));
  u32 blocks = card.multiProcessorCount * 8;
  Job there = job;
  there.positions = on_card(job.size, job.positions);
  Job* shared = on_card(1, &there);
  count_turns<<<blocks, 128>>>(shared, on_card<Search>(blocks, nullptr));
  check(cudaDeviceSynchronize());
  check(cudaMemcpy(&there, shared, sizeof(Job), cudaMemcpyDeviceToHost));
  job.total = there.total;
  job.overflowed = there.overflowed;
}
#else
void run(Job& job) {
  std::vector<Search> search(1);
  Searcher searcher(search[0], job.is_silver);
  for (u64 at = 0; at < job.size; at++) searcher.run(job.positions[at]);
  job.total = searcher.found;
  job.overflowed = search[0].overflowed;
}
#endif

// The boards after one more turn.
std::vector<Board> after_turn(const std::vector<Board>& boards, bool is_silver, bool& overflowed) {
  std::vector<Board> after;
  std::vector<Search> search(1);
  Searcher searcher(search[0], is_silver);
  for (const Board& board : boards) {
    if (board.is_decided()) continue;
    searcher.run(board);
    const Set& ends = search[0].sets[0];
    for (u32 at = 1; at < ends.count && at < MOST_ITEMS; at++)
      if (ends.items[at].is_used) after.push_back(ends.items[at].board);
  }
  overflowed = search[0].overflowed;
  return after;
}

// Reads a side and squares, such as `g [64 squares]`.
bool read(const char* text, Board& board, bool& is_silver) {
  if (strlen(text) != 68 || strncmp(text + 1, " [", 2) || text[67] != ']') return false;
  const char letters[] = ".RCDHME.rcdhme";
  board = {0, 0, 0, 0};
  for (int place = 0; place < 64; place++) {
    const char* letter = strchr(letters, text[3 + place] == ' ' ? '.' : text[3 + place]);
    if (!letter) return false;
    // The text begins with a8.
    u64 square = 1ull << (place ^ 0b111000), strength = (letter - letters) % 7;
    if (strength & 1) board.low |= square;
    if (strength & 2) board.mid |= square;
    if (strength & 4) board.high |= square;
    if (letter - letters > 7) board.silver |= square;
  }
  is_silver = text[0] == 's';
  return is_silver || text[0] == 'g';
}

int main(int count, char** arguments) {
  Board start;
  bool is_silver;
  int turns = count == 3 ? atoi(arguments[1]) : 0;
  if (turns < 1 || turns > 3 || !read(arguments[2], start, is_silver)) {
    fprintf(stderr, "perft_boards TURNS POSITION: 1 to 3 turns, and such as `g [64 squares]`\n");
    return 1;
  }
  bool overflowed = false;
  std::vector<Board> boards = {start};
  for (int turn = 1; turn < turns && !overflowed; turn++, is_silver = !is_silver)
    boards = after_turn(boards, is_silver, overflowed);
  Job job = {boards.data(), boards.size(), is_silver, 0, 0, overflowed};
  if (!overflowed) run(job);
  if (job.overflowed) {
    fprintf(stderr, "a position has more boards than there is room for: %u\n", MOST_ITEMS);
    return 1;
  }
  printf("%llu\n", static_cast<unsigned long long>(job.total));
}
