// The ten lessons of Learn: each a position, a goal, and turns to try. The tests put every turn to
// the oracle, so nothing that is said here to be refused or legal goes unchecked. A sentence that
// restates a rule has its id in brackets behind it.

/** The goal of a lesson. The turn has to meet every field that is given. */
export interface Goal {
  /** The task, in words. */
  readonly say: string;
  /** The side that has to win. */
  readonly winner?: "gold" | "silver";
  /** Pieces that have to be on these squares after the turn, such as `de5`. */
  readonly stands?: readonly string[];
  /** Pieces that have to be captured, with their traps, such as `cc6`. */
  readonly captures?: readonly string[];
  /** Letters of the player's pieces; a piece of each letter has to take a step. */
  readonly moves?: readonly string[];
}

/** A turn that a lesson offers to try. */
export interface Try {
  readonly turn: string;
  /** The intention of the turn, in words. */
  readonly say: string;
  /** `accepted`, or the rule that refuses the turn. */
  readonly expect: string;
  /** The reason, for a reader of the lesson. */
  readonly why: string;
  readonly mistake?: { readonly name: string; readonly because: string };
}

export interface Lesson {
  readonly title: string;
  /** The paragraphs of the lesson. */
  readonly text: readonly string[];
  /** A position in a form that the oracle reads. */
  readonly position: string;
  readonly goal: Goal;
  /** A turn that reaches the goal. */
  readonly solution: string;
  readonly tries: readonly Try[];
}

/** A diagram with Gold to move: eight ranks, rank 8 first. */
function gold(...ranks: string[]): string {
  return `g ${ranks.join("/")}`;
}

/** Makes a turn to try; `mistake` is the classic mistake in it, if any. */
const attempt = (turn: string, expect: string, say: string, why: string, mistake?: Try["mistake"]) =>
  ({ turn, say, expect, why, ...(mistake && { mistake }) }) satisfies Try;

/** Makes a classic mistake: its name, and why it is refused in any position. */
const mistake = (name: string, because: string) => ({ name, because });

export const LESSONS: readonly Lesson[] = [
  {
    title: "The aim: a rabbit reaches the far side",
    text: [
      "Two players, Gold and Silver, move animals on a board of eight by eight squares. [BRD-1] " +
        "Gold sits at the bottom and plays up the board, Silver sits at the top and plays down. " +
        "[BRD-5] Gold's pieces are round here and Silver's square.",
      "Each side has eight rabbits. [BRD-6] If one of yours stands on the far side of the board " +
        "at the end of your turn, you win. [END-3] For Gold the far side is rank 8, the top row, " +
        "and for Silver rank 1. [BRD-5]",
      "In one turn you may take up to four steps. [TRN-1] A step goes to an empty square beside " +
        "the piece: up, down, left or right, never diagonally. [STP-3] [STP-4] A rabbit does not " +
        "step backward, every other animal may. [STP-5] The enemy can move your rabbit back; it " +
        "never goes back by itself. [STP-5]",
      "A step is written as piece, square and direction: Rd6n moves the Rabbit on d6 north, " +
        "which is up the board. [NOT-2] Capital letters are Gold's, small letters Silver's. " +
        "[NOT-1]",
      "To play, tap or click the rabbit, then the square above it, and the next; then press End " +
        "turn. Leave the four framed squares alone for now: they are traps, and lesson 7 is " +
        "about them. [BRD-3]",
    ],
    position: gold("8", "7r", "3R4", "6e1", "8", "8", "2E5", "8"),
    goal: { say: "Win with the rabbit on d6 in this turn.", winner: "gold" },
    solution: "Rd6n Rd7n",
    tries: [
      attempt("Rd6n", "accepted", "One step up the board, and stop.",
        "This is legal, but the rabbit is not home: it needs rank 8. [END-3]"),
      attempt("Rd6s", "STP-5", "The rabbit steps back.",
        "A gold rabbit steps up the board, left or right: south is backward for Gold, so its " +
          "rabbits never step there on their own. [STP-5]",
        mistake("A rabbit steps backward",
          "A rabbit goes toward its goal or sideways and never steps back on its own, though " +
            "the enemy can push or pull it back. [STP-5]")),
      attempt("Ec2s", "accepted", "The elephant steps back.",
        "Only rabbits may not step backward. [STP-5] The elephant steps in all four directions. " +
          "[STP-5]"),
    ],
  },
  {
    title: "A turn is one to four steps",
    text: [
      "This is how a game may begin. From the strongest to the weakest each side has one " +
        "elephant (E), one camel (M), two horses (H), two dogs (D), two cats (C) and eight " +
        "rabbits (R). [BRD-4] [BRD-6] Here Gold's second row holds, from left to right, a dog, a " +
        "horse, a cat, the elephant, the camel, a cat, a horse and a dog.",
      "First Gold places its pieces on its two nearest rows, in any order; Silver looks at that " +
        "and does the same. [SET-3] [SET-6] Then they take turns, Gold first. [SET-1]",
      "You may spend your four steps on one piece or share them among several. [TRN-1] You may " +
        "stop after one step, too. [TRN-5] End turn gives the turn to the other side.",
      "You may not pass. [TRN-2] At the end of your turn the board has to be another than at its " +
        "start. [TRN-3]",
    ],
    position: gold("rrrrrrrr", "dhcmechd", "8", "8", "8", "8", "DHCEMCHD", "RRRRRRRR"),
    goal: {
      say: "Move the elephant and a horse, both in one turn, and end the turn.",
      moves: ["E", "H"],
    },
    solution: "Ed2n Ed3n Hb2n Hb3n",
    tries: [
      attempt("Ed2n Ed3n Ed4n Ed5e", "accepted", "All four steps with the elephant.",
        "Four steps are the most a turn has, and one piece may take them all. [TRN-1]"),
      attempt("Ed2n Ed3n Ed4n Ed5e Ee5e", "TRN-1", "Five steps.",
        "A turn has at most four steps, and the fifth is refused. [TRN-1]"),
      attempt("Ra1n", "STP-4", "A rabbit steps onto its neighbour's square.",
        "The dog stands on a2. A step leads to an empty square, and nothing is jumped over. " +
          "[STP-4]"),
      attempt("Ed2n Ed3s", "TRN-3", "One step out and back again, to pass.",
        "After both steps everything stands where it stood. That would be a pass, so the turn " +
          "may not end there: you have to change something. [TRN-3]",
        mistake("A turn that changes nothing",
          "At the end of a turn the board must differ from the board at its start: to go there " +
            "and back is to pass, and nobody may pass. [TRN-3]")),
    ],
  },
  {
    title: "A stronger enemy freezes",
    text: [
      "A piece is frozen while a stronger enemy stands beside it and no friend does. [FRZ-1] A " +
        "frozen piece cannot step on its own. [FRZ-2] Beside means north, south, east or west; a " +
        "corner does not count. [BRD-2]",
      "One friend is enough, even a rabbit: as soon as a friend stands beside the frozen piece, " +
        "it is free. [FRZ-1] Freezing is looked at before every step, so you can free a piece " +
        "and move it in the same turn. [FRZ-3]",
      "Here Silver's dog on e4 freezes your cat on d4. Pieces of equal strength do not freeze " +
        "each other: your own dog has nothing to fear from it. [FRZ-1] A mark of ice in the " +
        "corner shows a frozen piece.",
    ],
    position: gold("7r", "8", "8", "8", "3Cd3", "8", "3D4", "R7"),
    goal: { say: "Bring the cat from d4 to d5 in this turn.", stands: ["Cd5"] },
    solution: "Dd2n Cd4n",
    tries: [
      attempt("Cd4n", "FRZ-2", "The cat steps away from the dog.",
        "The dog is stronger than the cat and stands beside it, and the cat has no friend beside " +
          "it. So it is frozen and cannot even run away. [FRZ-2]",
        mistake("A frozen piece steps",
          "Beside a stronger enemy and without a friend beside it, a piece is frozen and " +
            "cannot even step away. [FRZ-2]")),
      attempt("Dd2e De2n De3w", "accepted", "Your dog walks past the silver dog.",
        "On e3 it stands beside a dog that is no stronger. It is not frozen, and walks on. " +
          "[FRZ-1]"),
      attempt("Ra1n", "accepted", "Another piece steps.",
        "Of your pieces only the cat is frozen, and the others step as ever. [FRZ-2]"),
    ],
  },
  {
    title: "A push",
    text: [
      "You can move enemy pieces that are weaker than yours. [PSH-1] In a push the enemy piece " +
        "goes first, to any empty square beside it; then your stronger piece steps onto the " +
        "square that it left. [PSH-1] [PSH-4] That takes two steps of your turn. [PSH-3]",
      "So you first move the silver piece, and then your own. The two steps belong together: " +
        "nothing comes between them, and the turn cannot end in the middle. [PSH-4]",
      "To push, tap the silver piece first, then the square where it shall go. Your own piece " +
        "follows by itself if only one can; otherwise tap it, and the square that was left.",
      "A frozen enemy can be pushed and pulled all the same; freezing only stops it from moving " +
        "by itself. [FRZ-2]",
    ],
    position: gold("7r", "8", "d7", "D7", "3Ed3", "4R3", "8", "R7"),
    goal: { say: "Push the dog from e4 to e5.", stands: ["de5", "Ee4"] },
    solution: "de4n Ed4e",
    tries: [
      attempt("de4e Ed4e", "accepted", "Push the dog the other way, to f4.",
        "You choose the square that the enemy goes to, as long as it is empty. [PSH-1]"),
      attempt("de4n", "PSH-4", "Move the dog, and end the turn.",
        "That is half a push. Your elephant has to step onto e4 before anything else happens, " +
          "and before the turn ends. [PSH-4]",
        mistake("A push is left unfinished",
          "Both halves of a push belong together: a stronger piece follows with the very next " +
            "step, and the turn cannot end before. [PSH-4]")),
      attempt("de4n Re3n", "PSH-5", "The rabbit follows instead of the elephant.",
        "The piece that follows has to be stronger than the one pushed, and a rabbit never is. " +
          "[PSH-5]"),
      attempt("da6n Da5n", "PSH-1", "Your dog pushes a dog.",
        "Equal is not stronger. [BRD-4] Nothing of yours beside a6 can push a dog. [PSH-1]"),
    ],
  },
  {
    title: "Who may push, and when",
    text: [
      "To push is to move, so a frozen piece does not push. [PSH-2] Your dog on d4 is stronger " +
        "than the cat on d5, but the silver horse on e4 freezes it.",
      "A push takes two steps, so it has to begin before your last one. [PSH-3]",
    ],
    position: gold("7r", "8", "8", "3c4", "3Dh3", "8", "3C4", "R7"),
    goal: { say: "Push the cat from d5 to d6.", stands: ["cd6", "Dd5"] },
    solution: "Cd2n cd5n Dd4n",
    tries: [
      attempt("cd5n Dd4n", "PSH-2", "Push with the dog at once.",
        "The only piece of yours that is strong enough and near enough is frozen. [PSH-2] Bring " +
          "a friend beside the dog first.",
        mistake("A frozen piece pushes",
          "A push begins only if a stronger piece that is not frozen stands beside the enemy. " +
            "[PSH-2] It needs no empty square beside it: the enemy makes room. [PSH-2]")),
      attempt("Cd2n Ra1n Ra2n cd5n Dd4n", "PSH-3", "Free the dog, move a rabbit twice, then push.",
        "Three steps are gone, one is left, and a push takes two: it may not even begin. [PSH-3]"),
      attempt("Cd2n cd5w Dd4n", "accepted", "Free the dog, then push the cat to c5.",
        "With the cat beside it the dog is free, and two steps of four are left for the push."),
    ],
  },
  {
    title: "A pull",
    text: [
      "A pull goes the other way round. Your stronger piece steps away first, to any empty " +
        "square beside it; then a weaker enemy that stood beside it is drawn onto the square " +
        "that it left. [PUL-1] The enemy's step comes at once, as the very next one. [PUL-1] " +
        "Nobody has to pull: a step alone is fine. [PUL-1]",
      "One step does one thing: a step that completes a push does not pull another piece along. " +
        "[PUL-4]",
      "A frozen piece cannot begin a pull either. [FRZ-2] A pull that has begun can be completed " +
        "even if its first step left your piece frozen or captured. [PUL-2]",
    ],
    position: gold("7r", "8", "8", "3d4", "2cE4", "8", "8", "R7"),
    goal: { say: "Pull the cat from c4 to d4.", stands: ["cd4"] },
    solution: "Ed4e cc4e",
    tries: [
      attempt("Ed4s dd5s", "accepted", "Pull the dog down to d4.",
        "The dog stood beside the elephant, too. You choose which of the two to pull. [PUL-1]"),
      attempt("Ed4e Ra1n cc4e", "PSH-1", "The elephant steps, then a rabbit, then the cat.",
        "The rabbit's step came between, so the cat's step is no longer part of a pull. [PUL-1] " +
          "It could only begin a push, and nothing stronger of yours stands beside the cat. " +
          "[PSH-1]"),
      attempt("dd5n Ed4n cc4e", "PSH-1", "Push the dog, and draw the cat along with the same step.",
        "The elephant's step to d5 completed a push, so it pulls nothing. [PUL-4] The cat's step " +
          "would begin another push, and the elephant stands no longer beside the cat. [PSH-1]",
        mistake("One step pushes and pulls",
          "One step does one thing: the step that completes a push pulls nothing along. " +
            "[PUL-4]")),
    ],
  },
  {
    title: "Traps",
    text: [
      "Four squares are traps: c3, f3, c6 and f6. [BRD-3] A piece on a trap is captured, that is " +
        "taken off the board for good, unless a friend stands beside it: this is looked at after " +
        "every step. [CAP-1]",
      "So you capture by pushing or pulling an enemy into a trap where no friend stands beside " +
        "it. [CAP-1] The capture is no step of its own, and is written behind its step: cc6x. " +
        "[NOT-2]",
      "Traps belong to nobody: your own pieces are lost in them just as well. [CAP-2]",
    ],
    position: gold("7r", "8", "8", "2c5", "2H5", "8", "5D2", "R7"),
    goal: { say: "Capture the cat.", captures: ["cc6"] },
    solution: "cc5n cc6x Hc4n",
    tries: [
      attempt("cc5n cc6x", "PSH-4", "Push the cat into the trap, and end the turn.",
        "The cat is gone, but the push is not finished: your horse still has to step onto c5. " +
          "[PSH-6]"),
      attempt("Df2n Df3x", "accepted", "Your dog steps into the trap on f3.",
        "Nobody stops you: the dog has no friend beside f3, and you lose it. [CAP-2]"),
      attempt("cc5e Hc4n", "accepted", "Push the cat to d5.",
        "A legal push, but d5 is no trap. [BRD-3]"),
    ],
  },
  {
    title: "A friend beside the trap",
    text: [
      "A friend beside a trap keeps a piece on it safe. [CAP-1] Silver's dog stands on the trap " +
        "f6, and the cat on f7 supports it. Take the cat away, and the dog falls. [CAP-2]",
      "Mind your own: your horse on c3 lives because of your cat on b3.",
    ],
    position: gold("7r", "5cE1", "5d2", "r7", "8", "1CH5", "8", "R7"),
    goal: { say: "Capture the dog on f6.", captures: ["df6"] },
    solution: "cf7n df6x Eg7w",
    tries: [
      attempt("df6w Eg7s", "PSH-1", "Push the dog out of the trap.",
        "The elephant on g7 touches f6 only by a corner, so it cannot push the dog. [BRD-2] " +
          "[PSH-1]"),
      attempt("Cb3w Hc3x", "accepted", "Your cat walks away from b3.",
        "Legal, and costly: the horse on c3 has no friend left and is captured. [CAP-2]"),
      attempt("Hc3n Cb3w", "accepted", "First the horse leaves the trap, then the cat walks away.",
        "Off the trap the horse needs nobody. [CAP-1]"),
    ],
  },
  {
    title: "Two more ways to win",
    text: [
      "You also win when your opponent has no rabbits left, and when your opponent cannot take a " +
        "single step because all pieces are frozen or blocked. [END-5] [END-7]",
      "Like the goal, this is looked at when your turn ends, not in the middle of it. [END-1] " +
        "Here Silver has one piece left, a rabbit, and you can win in both ways.",
    ],
    position: gold("3E4", "2r5", "8", "8", "8", "8", "8", "R7"),
    goal: { say: "Win in this turn. There are two ways.", winner: "gold" },
    solution: "Ed8w rc7s rc6x Ec8s",
    tries: [
      attempt("Ed8w", "accepted", "Step beside the rabbit, and stop.",
        "The rabbit is frozen, and Silver has nothing else to move: you win. [END-7]"),
      attempt("Ed8w rc7s rc6x Ec8s", "accepted", "Push the rabbit into the trap.",
        "Silver's last rabbit is captured: you win. [END-5]"),
      attempt("Ed8w rc7s rc6x", "PSH-4", "Push it into the trap, and stop there.",
        "The push is not finished, so the turn cannot end, and only its end decides the game. " +
          "[PSH-4] [END-1]"),
      attempt("Ed8e", "accepted", "Walk away.",
        "Nothing is decided, and the rabbit runs for rank 1."),
    ],
  },
  {
    title: "Not a third time",
    text: [
      "Without one more rule two players could walk to and fro for ever. A turn may not end in a " +
        "position that has stood twice before. [REP-2] Position means all pieces on their " +
        "squares and the side to move. [REP-1] If every turn open to you would repeat so, you " +
        "have lost. [END-8]",
      "Here the elephants have been walking: Silver's from e7 to e6 and back, yours from d4 to " +
        "d3 and back. The position with your elephant on d4 and Silver's on e7 has stood twice " +
        "after your turn. Now it is your turn again, with your elephant on d3.",
    ],
    position: [
      "Start: s [.......r....e......................E....................R.......]",
      "2s ee7s",
      "3g Ed4s",
      "3s ee6n",
      "4g Ed3n",
      "4s ee7s",
      "5g Ed4s",
      "5s ee6n",
    ].join("\n"),
    goal: { say: "Bring your elephant to d4 all the same.", stands: ["Ed4"] },
    solution: "Ed3n Ra1n",
    tries: [
      attempt("Ed3n", "REP-2", "The elephant steps to d4, as twice before.",
        "The position would stand for the third time. [REP-2] Play any other turn. A player who " +
          "has only such turns left has lost. [END-8]",
        mistake("The same position for the third time",
          "A turn may not end in a position that has stood twice before with the same side to " +
            "move. [REP-2]")),
      attempt("Ed3n Ra1n", "accepted", "The same, and one step with a rabbit.",
        "With the rabbit on a2 it is another position. [REP-1] The old one comes back only if " +
          "Silver pushes or pulls the rabbit down again. [STP-5]"),
      attempt("Ed3e", "accepted", "The elephant goes elsewhere.",
        "This position has not stood twice. [REP-2]"),
    ],
  },
];
