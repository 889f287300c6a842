/** The nineteen actions in words, and the colours; what is possible is the server's to say. */

/** The colours by their letter. */
export const COLORS = { W: "white", K: "black", R: "red", B: "blue", G: "green" };

/** The letter of each face of a die. */
export const LETTERS = { white: "W", black: "K", red: "R", blue: "B", green: "G", wild: "★" };

/** Colours that an action may create besides green, as it names them. */
export const CREATED = ["white", "black", "red", "blue"];

/**
 * The menu in its order: what an action is called, what it does, and for each target a short word and what
 * to choose next. Targets from number `fewest` on may be left out.
 */
export const MENU = [
  move("white-1", "Swap white one away", "A white node and any node next to it change colours.", [
    ["white node", "Choose a white node."],
    ["neighbour", "Choose the node next to it to swap with."],
  ]),
  move("white-2a", "Swap white two away", "A white node and a node two away change colours.", [
    ["white node", "Choose a white node."],
    ["two away", "Choose the node two away to swap with."],
  ]),
  move("white-2b", "Swap beside white", "A node of any colour beside white swaps with a node next to it.", [
    ["beside white", "Choose a node that has a white neighbour."],
    ["neighbour", "Choose the node next to it to swap with."],
  ]),
  move("white-3", "Swap twice", "One swap up to two away, then a second one into either of its places.", [
    ["first", "Choose a node that is white or has a white neighbour."],
    ["partner", "Choose a node one or two away to swap with."],
    ["third", "Choose another node, white or beside white by now."],
    ["place", "Choose the place of the first swap that it goes to."],
  ]),
  move("black-1", "Blacken between blacks", "A node with two black neighbours or more turns black.", [
    ["two blacks", "Choose a node with at least two black neighbours."],
  ]),
  move("black-2", "Blacken beside black", "A node with a black neighbour turns black.", [
    ["beside black", "Choose a node that has a black neighbour."],
  ]),
  move("black-3", "Blacken two in a row", "A node beside black turns black, then one that touches it.", [
    ["beside black", "Choose a node that has a black neighbour."],
    ["touching", "Choose a node that touches the first."],
  ]),
  move("red-1", "Remove between reds", "A node with two red neighbours or more leaves the board.", [
    ["two reds", "Choose a node with at least two red neighbours."],
  ]),
  move("red-2", "Remove beside red", "A node with a red neighbour leaves the board.", [
    ["beside red", "Choose a node that has a red neighbour."],
  ]),
  move("red-3", "Remove two in a row", "A node beside red leaves, then one that touched it.", [
    ["beside red", "Choose a node that has a red neighbour."],
    ["touching", "Choose a node that touches the place it left."],
  ]),
  move("blue-1", "Fly blue near", "A blue node flies to an empty cell one or two away.", [
    ["blue node", "Choose a blue node."],
    ["landing", "Choose the empty cell where it lands."],
  ]),
  move("blue-2a", "Fly blue far", "A blue node flies to an empty cell three or four away.", [
    ["blue node", "Choose a blue node."],
    ["landing", "Choose the empty cell where it lands."],
  ]),
  move("blue-2b", "Fly beside blue", "A node of any colour beside blue flies one or two away.", [
    ["beside blue", "Choose a node that has a blue neighbour."],
    ["landing", "Choose the empty cell where it lands."],
  ]),
  move("blue-3", "Fly, then follow", "A node flies up to four away, and another one takes its place.", [
    ["first", "Choose a node that is blue or has a blue neighbour."],
    ["landing", "Choose the empty cell where it lands."],
    ["follower", "Choose the node that takes its place: blue, or beside blue by now."],
  ]),
  move(
    "green-1",
    "Grow one or two",
    "A chain of one or two green nodes grows from beside green.",
    chain(2),
    1,
  ),
  move(
    "green-2a",
    "Grow three or four",
    "A chain of three or four green nodes grows from beside green.",
    chain(4),
    3,
  ),
  move("green-2b", "Plant a colour", "One node of another colour than green appears beside green.", [
    ["beside green", "Choose a colour, then an empty cell beside green."],
  ]),
  move(
    "green-3a",
    "Grow a cluster",
    "One to four green nodes appear beside green.",
    [
      ["first", "Choose an empty cell beside green."],
      ["second", "Choose another cell, or apply the action as it is."],
      ["third", "Choose another cell, or apply the action as it is."],
      ["fourth", "Choose a last cell, or apply the action as it is."],
    ],
    1,
  ),
  move("green-3b", "Plant two colours", "A chain of two nodes of other colours grows from beside green.", [
    ["beside green", "Choose a colour, then an empty cell beside green."],
    ["touching", "Choose a colour, then an empty cell that touches the first."],
  ]),
];

/** The menu by the names the server uses. */
export const MOVES = Object.fromEntries(MENU.map((item) => [item.id, item]));

/** Return how a move is called; any value is taken. */
export function moveName(id) {
  return Object.hasOwn(MOVES, String(id)) ? MOVES[id].name : String(id);
}

function move(id, name, about, steps, fewest = steps.length) {
  const color = id.split("-")[0];
  return { id, name, about, steps, fewest, color, letter: LETTERS[color], tier: Number(id.split("-")[1][0]) };
}

function chain(most) {
  const later = ["second", "third", "fourth"].slice(0, most - 1);
  const last = later.at(-1);
  return [
    ["beside green", "Choose an empty cell beside green."],
    ...later.map((word) => [
      word,
      `Choose ${word === last ? "the last" : "a"} cell, touching the one before.`,
    ]),
  ];
}
