// A game of 5x5 from its first move to its result, with exact values from move 13 on and without tables.
//
// story.py, story.cpp and story.c tell the same story in other languages; all print story.txt.

import {detect, DRAWN, edgeNames, Game, Graph, OutOfMemoryError, Position, Solver} from 'pipopipette';

const START = 13;   // the first position that is solved

// The moves of the game, in order of play.
const MOVES = `
    v4.2 v2.4 v3.1 v1.3 v3.4 v0.2 v1.2 v3.2 v3.3 v2.1 v2.3 v1.4 v1.1 v2.2 v4.0 h5.3 h3.3 h2.3 h4.3 v2.0
    h1.3 h1.4 h4.0 v0.5 h1.0 v2.5 h2.4 h3.4 v1.5 h1.1 h2.1 h3.1 h4.1 h2.2 h3.2 h4.2 h1.2 v0.1 h0.1 v4.5
    h4.4 v3.5 h0.3 v0.0 h0.0 h5.0 v4.1 h5.1 v0.3 h0.2 h0.4 v0.4 h5.4 v4.3 v4.4 h5.2 h2.0 v1.0 h3.0 v3.0
`.trim().split(/\s+/);

const BOARD = '5x5';
const NAMES = edgeNames(BOARD);

// Plays all moves, and reports those that take boxes.
function play() {
  const game = new Game(BOARD);
  for (const name of MOVES) {
    const boxes = game.play(name);
    if (boxes === 0) continue;
    console.log(`move ${game.moves.length} ${name} takes ${boxes}: score ${game.score.join('-')}, player ${game.turn} moves`);
  }
  return game;
}

function reportResult(game) {
  const {margin, winner} = game.result;
  const text = winner === null ? 'a tie' : `player ${winner} wins by ${Math.abs(margin)}`;
  console.log(`result: ${text}, owners ${game.owners.join('')}`);
}

// Returns the game after this number of its moves.
function backTo(whole, moves) {
  const game = new Game(whole);
  while (game.moves.length > moves) game.undo();
  return game;
}

// Writes the game in notations of other programs, and reads it back without naming them.
function writeAndRead(game) {
  for (const notation of ['moves', 'knox', 'ccgc']) {
    const text = game.write(notation);
    console.log(`${notation}: ${text}`);
    const read = Game.read(text);
    if (!read.equals(game)) throw new Error('another game was read');
    console.log(`detected ${detect(text).name}, ${read.moves.length} moves`);
  }
}

// Returns the first move that takes a box; undefined if there is none.
const firstCapture = (game) => game.legalMoves().find((edge) => game.completedBy(edge).length > 0);

// Plays on to the first position in which a box can be taken, and takes all that can be taken.
function applyRules(start) {
  console.log(`canonical: ${start.position.canonical()}`);
  const game = new Game(start);
  while (firstCapture(game) === undefined) game.play(MOVES[game.moves.length]);
  const edge = firstCapture(game);
  console.log(`after ${game.moves.length} moves ${NAMES[edge]} completes ${game.completedBy(edge).length}`);
  const [quiet, captured] = game.position.settled();
  console.log(`settled: ${quiet}, ${captured.length} boxes taken`);
}

// Returns the positions after 13, 14, ... moves.
const laterPositions = (whole) => whole.moves.slice(START - 1).map((_, later) => backTo(whole, START + later).position);

// Steps through the game with its exact values. The first position is solved; that answers the rest.
async function solveAll(solver, positions) {
  for (const [later, position] of positions.entries()) {
    const solution = await solver.solve(position);
    const best = solution.best.map(({name}) => name).join(' ') || '-';
    const remembered = solution.remembered ? ', remembered' : '';
    console.log(`${START + later}: value ${solution.value}, best ${best}, by ${solution.method}${remembered}`);
  }
}

async function showLine(solver, position) {
  console.log(`line: ${(await solver.line(position)).map(({name}) => name).join(' ')}`);
}

// Labels for a policy: the value of each move of each position, in an array of positions and edges.
async function label(solver, positions) {
  const labels = await solver.moveValues(BigUint64Array.from(positions, ({drawn}) => drawn), BOARD);
  for (const moves of [13, 30, 50]) {
    const row = [...labels.subarray((moves - START) * NAMES.length, (moves - START + 1) * NAMES.length)];
    console.log(`labels ${moves}:`, row.map((value) => (value === DRAWN ? '.' : value)).join(' '));
  }
  const known = labels.filter((value) => value > DRAWN);
  console.log(`labels: ${known.length} known, sum ${known.reduce((sum, value) => sum + value, 0)}`);
}

// A position beyond the limits is an exception with its own type, or has bounds. The solver can be used again.
async function exceedLimits(solver, known) {
  const empty = Position.fromMask(BOARD, 0);
  try {
    await solver.solve(empty, {memory: 2 ** 20});
  } catch (error) {
    if (!(error instanceof OutOfMemoryError)) throw error;
    console.log('too large: out of memory');
  }
  const {lower, upper} = await solver.trySolve(empty, {memory: 2 ** 20});
  console.log(`bounds ${lower} to ${upper}`);
  console.log(`again: value ${(await solver.solve(known)).value}`);
}

// Strings-and-coins on another graph than that of a board: four coins, one of them joined to the ground.
async function solveGraph() {
  const graph = new Graph([['a', 'b'], ['b', 'c'], ['c', 'a'], ['a', 'd'], ['d', 'ground']]);
  const {value, nimValue, best, line} = await graph.solve();
  console.log(`graph: value ${value}, nim-value ${nimValue}, best ${best.map(({ends}) => ends.join('-')).join(' ')}, line of ${line.length}`);
}

const whole = play();
reportResult(whole);
const start = backTo(whole, START);
console.log(`after ${start.moves.length} moves: ${start.position}, player ${start.turn} moves, ${start.legalMoves().length} legal moves`);
writeAndRead(start);
applyRules(start);

const solver = new Solver();
const positions = laterPositions(whole);
await solveAll(solver, positions);
await showLine(solver, positions[0]);
await label(solver, positions);
await exceedLimits(solver, positions[0]);
await solveGraph();
