// The package for npm in node, as it is packed and installed: rules, games, notations, tables, the solver, errors, types.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import test, {after, before} from 'node:test';

import {filesIn, imported, installed, runIn} from './package.mjs';

const PIPO = resolve(process.env.PIPO ?? 'build/release/pipo');
const MODULES = resolve(process.env.PIPO_BROWSER_MODULES ?? 'build/release/browser');
const LARGE = '5x5:000000000000000000000000000000000000000000000000000000000000';
const START = '5x5:011100001010001100000011100101010001000000000110000100010000';   // a sweep of less than a second
const SLOW = '5x5:011100001010001100000011100100000000000000000110000000000000';    // one of ten seconds

let packages;
let pipopipette;
before(async () => {
  packages = installed();
  pipopipette = await imported(packages.small);
});
after(() => packages?.remove());

// Calls body with a new object, which is closed in the end.
async function using(made, body) {
  try {
    await body(made);
  } finally {
    made.close();
  }
}

test('the package has the module, types, the atlas up to 4x4, and ten lines of use', () => {
  const own = join(packages.small, 'node_modules', 'pipopipette');
  const files = filesIn(own);
  for (const file of ['LICENSE', 'README.md', 'atlas.json', 'npm/index.d.ts', 'npm/pipopipette.mjs', 'npm/pipopipette.wasm', 'atlas/4x4/manifest.json']) {
    assert.ok(files.includes(file), file);
  }
  assert.deepEqual(files.filter((file) => /\.(cpp|hpp|ts)$/.test(file)), ['npm/index.d.ts']);
  assert.deepEqual(files.filter((file) => /^atlas\/(4x5|2x9|3x6)\//.test(file)), []);
  const rest = filesIn(join(packages.whole, 'node_modules', 'pipopipette-atlas'));
  for (const board of ['4x5', '2x9', '3x6']) assert.ok(rest.includes(`atlas/${board}/layer-00.pipo`), board);
  // Each package lists the files of its atlas for browsers.
  for (const folder of [own, join(packages.whole, 'node_modules', 'pipopipette-atlas')]) {
    const listed = JSON.parse(readFileSync(join(folder, 'atlas.json'), 'utf8'));
    assert.deepEqual(Object.values(listed).map(({at}) => at).sort(), filesIn(folder).filter((file) => file.startsWith('atlas/')));
  }
  const [, use] = /```js\n(.*?)```/s.exec(readFileSync(join(own, 'README.md'), 'utf8'));
  assert.ok(use.split('\n').filter(Boolean).length <= 10);
  const printed = runIn(packages.small, null, {text: use}).trim().split('\n');
  assert.equal(printed[0], '4x4:1000000000010000000000000001000000000000 1 4x4 1. a5-b5; 2. c3-c4; 3. d3-e3');
  assert.equal(printed[1], '0');
});

test('the story prints the same lines as in other languages, and the process ends by itself', () => {
  assert.equal(runIn(packages.small, 'tests/story/story.mjs'), readFileSync('tests/story/story.txt', 'utf8'));
});

test('the names are those of Python', () => {
  const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  const [, all] = /__all__ = \[(.*?)\]/s.exec(readFileSync('python/pipopipette/__init__.py', 'utf8'));
  const declared = readFileSync('wasm/npm/index.d.ts', 'utf8');
  const names = [...all.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  // Error would hide that of JavaScript; the version and the usual size of the cache are Python's alone.
  const others = {Error: 'PipopipetteError', __version__: null, DEFAULT_CACHE_BYTES: null};
  for (const name of names) {
    const here = name in others ? others[name] : /^[A-Z_]+$/.test(name) ? name : camel(name);
    if (here) assert.match(declared, new RegExp(`export (class|interface|function|const|type) ${here}\\b`), name);
  }
  const page = readFileSync('docs/python.md', 'utf8');
  const asked = [...page.matchAll(/`\.(\w+)\((?:position|positions|array|table)\b/g)].map(([, name]) => camel(name));
  assert.ok(asked.length >= 15, `${asked}`);
  for (const name of asked) {
    assert.equal(typeof (pipopipette.Tables.prototype[name] ?? pipopipette.Solver.prototype[name]), 'function', name);
  }
  for (const name of ['play', 'undo', 'write', 'legalMoves', 'completedBy']) assert.equal(typeof pipopipette.Game.prototype[name], 'function', name);
});

test('graphs', async () => {
  const {Graph, OutOfTimeError, PositionError} = pipopipette;
  const graph = new Graph('a b\nb c\nc a\na d # a comment\nd ground\n');
  assert.deepEqual(graph.coins, ['a', 'b', 'c', 'd']);
  assert.deepEqual(graph.strings.at(-1), ['d', 'ground']);
  const {value, moves, best, nimValue, line} = await graph.solve({seconds: 60});
  assert.deepEqual([value, nimValue, moves.length, line.length], [2, 0, 5, 5]);
  assert.deepEqual(best.map(({ends}) => ends.join('-')), ['a-d', 'd-ground']);
  assert.throws(() => new Graph([['a', 'b'], ['c', 'c']]), (error) => error instanceof PositionError && /^string 1: /.test(error.message));
  assert.throws(() => new Graph([['a', 'b', 'c']]), (error) => error instanceof PositionError && /string 0/.test(error.message));
  assert.throws(() => new Graph(7), TypeError);
  const names = Array.from({length: 14}, (_, coin) => `c${coin}`);
  const complete = new Graph(names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other])));
  await assert.rejects(complete.solve(), OutOfTimeError);   // 91 strings that hang together
  await assert.rejects(graph.solve({minutes: 1}), TypeError);
});

test('numbers beyond 32 bits are refused, not cut', async () => {
  const {Game, PositionError, Solver} = pipopipette;
  const solver = new Solver();
  await assert.rejects(solver.bound('2x2:000000000000', -(2 ** 32), 2 ** 32), PositionError);
  solver.close();
  assert.throws(() => new Game('2x2:000000000000', {turn: 2 ** 32}), PositionError);
  assert.throws(() => new Game('2x2:000000000000', {score: [2 ** 32, 0]}), PositionError);
});

test('types: the code has what is declared, for programs under --strict', () => {
  const tsc = join(MODULES, 'node_modules', '.bin', 'tsc');
  execFileSync(tsc, ['--project', 'wasm/npm'], {stdio: 'inherit'});
  writeFileSync(join(packages.small, 'program.ts'), `
    import {Game, MissingTableError, PipopipetteError, Position, Solver, Tables, type Attempt, type Progress} from 'pipopipette';
    const game: Game = new Game(new Position('2x2:000000000000'), {turn: 1, score: [0, 0]});
    const taken: number = game.play('h0.0');
    const turn: 0 | 1 | null = game.turn;
    const tables = new Tables('a', 'b', {atlas: false});
    const value: number = await tables.value(game.position);
    const other: number | null = await tables.value('2x2:000000000000', {default: null});
    const solver = new Solver(tables, {seconds: 1});
    const {best, sweptFrom} = await solver.solve(game.position, {only: 'sweep', signal: AbortSignal.timeout(1000), progress(now: Progress) {
      if (now.kind === 'plan') now.start.picture();
      else if (now.kind === 'sweep') console.log(now.done / now.total);
    }});
    const known: Attempt[] = await solver.solveAll([game.position], {found: (number, attempt) => console.log(number, attempt.lower)});
    const labels: Int8Array = await solver.moveValues(new BigUint64Array(3), '2x2');
    try { game.undo(); } catch (error) { if (error instanceof MissingTableError) console.log(error.table, error.code, error instanceof PipopipetteError); }
    // @ts-expect-error
    game.play({});
    // @ts-expect-error
    new Solver({second: 1});
    // @ts-expect-error
    const wrong: string = await tables.value('2x2:000000000000');
    // @ts-expect-error
    await solver.solve(game.position, {only: 'guess'});
    console.log(taken, turn, value, other, best[0].name, sweptFrom, known, labels, wrong);
  `);
  writeFileSync(join(packages.small, 'tsconfig.json'), JSON.stringify({
    compilerOptions: {strict: true, noEmit: true, target: 'es2022', module: 'nodenext', lib: ['es2023', 'dom'], types: []}, files: ['program.ts'],
  }));
  execFileSync(tsc, ['--project', packages.small], {stdio: 'inherit'});
});

test('rules, games and notations', () => {
  const {detect, edgeIndex, edgeNames, Game, notations, Position, PositionError, toBits, toMasks} = pipopipette;
  const game = new Game('2x2');
  for (const edge of ['h0.0', 'v0.0', 'h1.0']) game.play(edge);
  assert.deepEqual([game.turn, game.completedBy('v0.1'), game.play('v0.1'), game.turn], [1, [0], 1, 1]);
  assert.deepEqual([game.score, game.owners, game.write('knox')], [[0, 1], [1, null, null, null], '2x2 1. a3-b3; 2. a2-a3; 3. a2-b2; 4. b2-b3']);
  assert.deepEqual([game.over, game.result, game.inOrder, game.edges], [false, null, true, game.moves]);
  assert.ok(Game.read(game.write('knox')).equals(game));
  const copy = new Game(game);
  game.undo();
  assert.deepEqual([String(game.position), game.legalMoves().length, copy.moves.length], ['2x2:101000100000', 9, 4]);
  const [quiet, captured] = game.position.settled();
  assert.deepEqual([quiet.layer, captured, String(game.position.canonical()), game.position.completeBoxes()], [4, [0], '2x2:101000100000', []]);
  assert.ok(!game.equals(copy) && copy.position.equals(game.position.draw('v0.1')));
  assert.ok(Position.fromPicture(game.position.picture()).equals(game.position));
  assert.equal(String(Position.fromMask('2x2', 0b101n)), '2x2:101000000000');
  assert.deepEqual([game.position.drawn, game.position.open], [0b1000101n, 0b111110111010n]);
  assert.deepEqual([edgeNames('2x2')[11], edgeIndex('2x2', 'v1.2'), edgeIndex('2x2', 11)], ['v1.2', 11, 11]);

  // Without facts a position leaves turn, score, owners and result unknown; with them the rest follows.
  const unknown = new Game(game.position);
  assert.deepEqual([unknown.turn, unknown.score, unknown.owners, unknown.inOrder], [null, null, null, false]);
  const known = new Game(copy.position, {turn: 1, score: [0, 1], owners: [1, null, null, null], listed: copy.moves});
  assert.deepEqual([known.score, known.owners, known.edges], [[0, 1], [1, null, null, null], copy.moves]);
  assert.ok(new Game(known).equals(known));
  assert.throws(() => new Game(copy.position, {score: [2, 0]}), PositionError);
  assert.throws(() => game.play('h0.0'), (error) => error instanceof PositionError && error.code === 'bad_input' && /h0\.0/.test(error.message));
  assert.equal(game.moves.length, 3);
  assert.throws(() => new Game('2x2').undo(), PositionError);
  for (const text of ['2x2:1', '', '\0', '2x2:00000000000\ud800', '\u{1f600}']) {
    for (const use of [() => new Position(text), () => game.play(text), () => Game.read(text), () => new Game(text), () => edgeNames(text)]) {
      assert.throws(use, PositionError, JSON.stringify(text));
    }
  }
  assert.throws(() => Position.fromMask('2x2', 1n << 12n), PositionError);
  assert.throws(() => new Game('2x2', {turns: 1}), TypeError);
  assert.throws(() => game.play(null), TypeError);

  // Every notation reads what it writes; boards may have more than 64 edges.
  assert.ok(notations().length >= 20);
  for (const {name, order} of notations()) {
    let text;
    try {
      text = copy.write(name);
    } catch (error) {
      assert.ok(error instanceof PositionError, name);
      continue;
    }
    const read = Game.read(text, name);
    assert.ok(order ? read.equals(copy) : read.position.equals(copy.position), name);
  }
  assert.equal(detect(copy.write('knox')).name, 'knox');
  const large = new Game('12x12');
  large.play('v11.12');
  assert.equal(large.position.drawn, 1n << BigInt(edgeNames('12x12').length - 1));

  const masks = BigUint64Array.of(0n, 5n, 0xfffn);
  assert.deepEqual(toMasks(toBits(masks, '2x2'), '2x2'), masks);
  assert.throws(() => toMasks([0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], '2x2'), PositionError);
  assert.throws(() => toBits(BigUint64Array.of(1n << 12n), '2x2'), PositionError);
});

// Values of 2x2 by the rules alone: boxes are known by their four edges.
function valuesByRules() {
  const boxes = [[0, 2, 6, 7], [1, 3, 7, 8], [2, 4, 9, 10], [3, 5, 10, 11]].map((edges) => edges.reduce((mask, edge) => mask | 1 << edge, 0));
  const values = new Int8Array(4096);
  for (let drawn = 4094; drawn >= 0; --drawn) {
    let best = -128;
    for (let edge = 0; edge < 12; ++edge) {
      const next = drawn | 1 << edge;
      if (next === drawn) continue;
      const taken = boxes.filter((box) => (next & box) === box && (drawn & box) !== box).length;
      best = Math.max(best, taken > 0 ? taken + values[next] : -values[next]);
    }
    values[drawn] = best;
  }
  return values;
}

test('tables in a folder: single positions and arrays', async () => {
  const folder = join(packages.folder, 'tables');
  execFileSync(PIPO, ['generate', '2x2', '--tables', folder]);
  execFileSync(PIPO, ['generate', '1x3', '--tables', join(packages.folder, 'elsewhere')]);
  symlinkSync(join(packages.folder, 'elsewhere', '1x3'), join(folder, '1x3'));
  const {DRAWN, NOT_COVERED, Tables} = pipopipette;
  await using(new Tables(folder, {atlas: false}), async (tables) => {
    const expected = valuesByRules();
    const masks = BigUint64Array.from({length: 4096}, (_, mask) => BigInt(mask));
    assert.deepEqual(await tables.values(masks, '2x2'), expected);
    const moves = await tables.moveValues(masks, '2x2');
    const best = await tables.bestMoves(masks, '2x2');
    for (const drawn of [0, 1, 77, 1234, 4094]) {
      const row = moves.subarray(drawn * 12, drawn * 12 + 12);
      assert.equal(Math.max(...row), expected[drawn]);
      row.forEach((value, edge) => assert.equal(value === DRAWN, Boolean(drawn >> edge & 1)));
      assert.equal(best[drawn], row.reduce((mask, value, edge) => mask | BigInt(value === expected[drawn]) << BigInt(edge), 0n));
    }
    const position = pipopipette.Position.fromMask('2x2', 77);
    assert.equal(await tables.value(position), expected[77]);
    const answer = await tables.answer(position);
    assert.deepEqual([answer.value, answer.computed, answer.atlas], [expected[77], false, false]);
    assert.deepEqual(answer.moves.map(({value}) => value), [...moves.subarray(77 * 12, 78 * 12)].filter((value) => value !== DRAWN));
    assert.deepEqual(await tables.best(position), answer.best);
    const line = await tables.line(position);
    assert.equal(line.length, 12 - position.layer);
    assert.equal(line.reduce((sum, {captures, player}) => sum + (player === 0 ? captures : -captures), 0), expected[77]);

    // One of the two tables is a link to another folder.
    assert.deepEqual((await tables.found()).map(({name, folder: at, atlas}) => [name, at, atlas]),
                     [['1x3', join(folder, '1x3'), false], ['2x2', join(folder, '2x2'), false]]);
    assert.equal(await tables.has('1x3:0000000000'), true);
    assert.equal(await tables.has('3x3:000000000000000000000000'), false);
    assert.equal(await tables.value('3x3:000000000000000000000000', {default: null}), null);
    const others = BigUint64Array.of(0n, 1n);
    assert.deepEqual(await tables.values(others, '3x3', {marked: true}), Int8Array.of(NOT_COVERED, NOT_COVERED));
    assert.deepEqual(await tables.values(others, '3x3', {default: 5}), Int8Array.of(5, 5));
    assert.deepEqual(await tables.values(new BigUint64Array(0), '2x2'), new Int8Array(0));
    assert.deepEqual([tables.folders, await tables.problems()], [[folder], []]);
  });
});

test('a last move with a cost', async () => {
  const {Game, PositionError, Solver, Tables} = pipopipette;
  const folder = join(packages.folder, 'costs');
  execFileSync(PIPO, ['generate', '2x2', '--last-move', '3', '--tables', folder]);
  const [empty, full] = ['0', '1'].map((bit) => `2x2:${bit.repeat(12)}`);
  const value = JSON.parse(execFileSync(PIPO, ['solve', '--last-move', '3', '--format', 'jsonl', empty], {encoding: 'utf8'})).value;
  await using(new Tables(folder, {atlas: false, lastMoveCost: 3}), async (tables) => {
    assert.deepEqual([await tables.value(empty), await tables.value(full)], [value, -3]);
    assert.deepEqual((await tables.found()).map(({name, lastMoveCost}) => [name, lastMoveCost]), [['2x2-last3', 3]]);
  });
  await using(new Solver(new Tables({atlas: false, lastMoveCost: 3})), async (solver) => {
    assert.equal((await solver.solve(empty)).value, value);
  });
  assert.throws(() => new Tables({lastMoveCost: '3'}), TypeError);
  assert.throws(() => new Tables({lastMoveCost: -1}), RangeError);
  const game = Game.read('-3 1000 1000 A\n+-+\n| |\n+ +\n');
  game.play('h1.0');
  assert.deepEqual([game.lastMoveCost, game.result.margin], [3, -2]);
  const other = new Game(game);
  other.undo();
  assert.deepEqual([other.lastMoveCost, Game.read(other.write('wilson-problem')).lastMoveCost], [3, 3]);
  assert.throws(() => other.write('knox'), PositionError);
  assert.equal(new Game('1x1', {lastMoveCost: 2}).lastMoveCost, 2);
  assert.ok(!new Game('1x1', {lastMoveCost: 2}).equals(new Game('1x1')));
  assert.throws(() => new Game('1x1', {lastMoveCost: -1}), RangeError);
  assert.throws(() => new Game('1x1', {lastMoveCost: 32}), PositionError);
  await using(new Tables({atlas: false, lastMoveCost: 32}), (tables) => assert.rejects(tables.value(empty), PositionError));
});

test('whole layers of a table', async () => {
  const {Layer, MissingTableError, PositionError, Tables} = pipopipette;
  const folder = join(packages.folder, 'tables');
  execFileSync(PIPO, ['generate', '3x4', '--tables', folder]);
  const stored = JSON.parse(readFileSync(join(folder, '3x4', 'manifest.json'), 'utf8')).layers;
  await using(new Tables(folder, {atlas: false}), async (tables) => {
    assert.deepEqual(tables.layers('2x2'), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    const expected = valuesByRules();
    const {drawn, values, best} = await tables.toArrays('2x2', null, {best: true});
    assert.deepEqual(values, Int8Array.from(drawn, (mask) => expected[Number(mask)]));
    assert.deepEqual(best, await tables.bestMoves(drawn, '2x2'));
    assert.equal(drawn[0], 0n);
    assert.equal(new Set(drawn).size, drawn.length);
    // A layer of several blocks, once and again; and two by turns.
    const layer = await tables.layer('3x4', 15);
    assert.ok(layer instanceof Layer);
    assert.deepEqual([layer.table, layer.board, layer.layer, layer.size], ['3x4', '3x4', 15, stored.find((one) => one.layer === 15).stored]);
    const sizes = [];
    const masks = [];
    for await (const block of layer) {
      sizes.push(block.drawn.length);
      masks.push(...block.drawn);
      assert.deepEqual(block.values, await tables.values(block.drawn, '3x4'));
    }
    assert.ok(sizes.length > 1 && sizes.slice(0, -1).every((size) => size >= 65_536 && size < 131_072), `${sizes}`);
    assert.equal(new Set(masks).size, layer.size);
    assert.ok(masks.every((mask) => mask.toString(2).replaceAll('0', '').length === 15));
    const [one, two] = [layer[Symbol.asyncIterator](), (await tables.layer('2x2', 4))[Symbol.asyncIterator]()];
    const first = await one.next();
    assert.equal((await two.next()).done, false);
    assert.deepEqual([...first.value.drawn, ...(await one.next()).value.drawn], masks.slice(0, sizes[0] + sizes[1]));
    await assert.rejects(tables.layer('2x2', 13), PositionError);
    await assert.rejects(tables.layer('3x2', 1), PositionError);
    await assert.rejects(tables.layer('3x3', 1), (error) => error instanceof MissingTableError && error.table === '3x3');
  });
});

test('the atlas of one package and of both', async () => {
  const empty = '4x5:0000000000000000000000000000000000000000000000000';
  const {MissingTableError, Tables} = pipopipette;
  await using(new Tables(), async (tables) => {
    assert.equal(await tables.value('4x4:0000000000000000000000000000000000000000'), 0);
    assert.equal(await tables.value('3x3:000000000000000000000000'), -3);
    await assert.rejects(tables.value(empty), (error) => error instanceof MissingTableError && error.table === '4x5' && error.code === 'missing_table'
      && error.message.endsWith('/atlas (the atlas of the package); pipopipette-atlas has more tables, and a Solver needs none'));
  });
  assert.equal(runIn(packages.whole, null, {text: `
    import {Solver, Tables} from 'pipopipette';
    console.log(await new Tables().value('${empty}'), (await new Tables().answer('${empty}')).atlas, (await new Solver().solve('${empty}')).method);`}), '0 true table\n');
});

test('values of the solver are those of the program', async () => {
  const {Solver} = pipopipette;
  const positions = ['3x3:110001000011101010101000', '4x4:1100010000111010101010000000000000100000', START];
  const lines = execFileSync(PIPO, ['solve', '--batch', '-', '--format', 'jsonl'], {input: positions.join('\n'), encoding: 'utf8'}).trim().split('\n');
  await using(new Solver(), async (solver) => {
    const order = [];
    const attempts = await solver.solveAll(positions, {found: (number) => order.push(number)});
    assert.deepEqual(order.sort(), [0, 1, 2]);
    for (const [number, line] of lines.entries()) {
      const {value, moves, best} = JSON.parse(line);
      const {solution, lower, upper, whyNot} = attempts[number];
      assert.deepEqual([lower, upper, whyNot, solution.value], [value, value, null, value]);
      assert.deepEqual(solution.moves.map((move) => [move.name, move.captures, move.value]), moves.map((move) => [move.edge, move.captures, move.value]));
      assert.deepEqual(solution.best.map(({name}) => name), best);
    }
    assert.equal((await solver.solve(START)).sweptFrom, 18);
    const again = await solver.solve(START);
    assert.deepEqual([again.remembered, again.method], [true, 'sweep']);
    const {lower, upper, inTime} = await solver.bound(START, again.value, again.value);
    assert.deepEqual([lower, upper, inTime], [again.value, again.value, true]);
    const search = await solver.solve(positions[0], {only: 'search'});
    assert.deepEqual([search.method, search.value], ['search', attempts[0].solution.value]);
  });
});

test('progress, and a question that ends with what its function throws', async () => {
  const {Position, Solver} = pipopipette;
  await using(new Solver(), async (solver) => {
    const told = [];
    await solver.solve(START, {progress: (now) => told.push(now)});
    assert.equal(told[0].kind, 'plan');
    assert.ok(told[0].start instanceof Position && told[0].values > 0 && told[0].memory > 0);
    const sweeps = told.filter(({kind}) => kind === 'sweep');
    assert.ok(sweeps.length > 0 && sweeps.every(({done, total}) => done <= total));
    await assert.rejects(solver.solve('5x5:011100001010001100000011100101010001000000000110000100000000', {progress() { throw new RangeError('enough'); }}),
                         new RangeError('enough'));
    assert.equal((await solver.solve(START)).value, (await solver.solve(START)).value);
  });
});

test('a question is cancelled at once, while it works and while it waits, and the solver goes on', async () => {
  const {Solver} = pipopipette;
  await using(new Solver(), async (solver) => {
    const cancel = new AbortController();
    let begun;
    const works = new Promise((begins) => { begun = begins; });
    const first = solver.solve(SLOW, {signal: cancel.signal, progress: begun});
    const second = solver.solve('3x3:110001000011101010101000', {signal: cancel.signal});
    const third = solver.solve('3x3:110001000011101010101000');
    await works;
    const from = performance.now();
    cancel.abort();
    await assert.rejects(first, {name: 'AbortError'});
    await assert.rejects(second, {name: 'AbortError'});
    assert.ok(performance.now() - from < 5000);
    assert.equal((await third).value, 3);
    await assert.rejects(solver.solve(START, {signal: AbortSignal.abort(new Error('before'))}), new Error('before'));
  });
});

test('limits of memory and time are refusals with codes and bounds', async () => {
  const {OutOfMemoryError, OutOfResourcesError, OutOfTimeError, Solver} = pipopipette;
  await using(new Solver({seconds: 30}), async (solver) => {
    await assert.rejects(solver.solve(LARGE), (error) => error instanceof OutOfMemoryError && error instanceof OutOfResourcesError
      && error.code === 'out_of_memory' && error.name === 'OutOfMemoryError' && /memory/.test(error.message));
    const late = await solver.trySolve(START, {seconds: 0.001});
    assert.ok(late.whyNot instanceof OutOfTimeError && late.whyNot.code === 'out_of_time' && late.solution === null);
    assert.ok(late.lower <= late.upper);
    await assert.rejects(solver.solve(START, {seconds: 0}), RangeError);
    await assert.rejects(solver.solve(START, {second: 1}), (error) => error instanceof TypeError && /seconds.*signal/.test(error.message));
    await assert.rejects(solver.solve(START, {memory: 1.5}), RangeError);
    await assert.rejects(solver.solve(START, {only: 'guess'}), RangeError);
    assert.throws(() => new Solver({second: 1}), TypeError);
    const labels = await solver.moveValues(BigUint64Array.of(0n, (1n << 60n) - 1n), '5x5', {memory: 2 ** 20});
    assert.ok(labels.subarray(0, 60).every((value) => value === pipopipette.NOT_COVERED));
    assert.ok(labels.subarray(60).every((value) => value === pipopipette.DRAWN));
    assert.equal((await solver.solve('3x3:110001000011101010101000', {seconds: Infinity})).value, 3);
  });
});

test('errors of tables have their types, codes, files and places', async () => {
  const {ClosedError, DamagedTableError, MissingTableError, NewerTableError, PositionError, Solver, Tables, UnreadableTableError} = pipopipette;
  const source = join(packages.small, 'node_modules/pipopipette/atlas/2x2');
  const broken = (name, change) => {
    const folder = join(packages.folder, name);
    mkdirSync(folder);
    cpSync(source, join(folder, '2x2'), {recursive: true});
    change(join(folder, '2x2', 'layer-00.pipo'));
    return folder;
  };
  const changed = (file, change) => {
    const bytes = readFileSync(file);
    change(bytes);
    writeFileSync(file, bytes);
  };
  const empty = '2x2:000000000000';
  const fails = (folder, check) => using(new Tables(folder, {atlas: false}), (tables) => assert.rejects(tables.value(empty), check));

  const damaged = broken('damaged', (layer) => changed(layer, (bytes) => { bytes[bytes.length - 1] ^= 1; }));
  await fails(damaged, (error) => error instanceof DamagedTableError && error.code === 'damaged_table' && error.file === join(damaged, '2x2/layer-00.pipo')
    && Number.isInteger(error.offset));
  const newer = broken('newer', (layer) => changed(layer, (bytes) => bytes.writeUInt32LE(999, 8)));
  await fails(newer, (error) => error instanceof NewerTableError && error instanceof DamagedTableError && error.code === 'newer_table');
  const nowhere = join(packages.folder, 'nowhere');
  await fails(nowhere, (error) => error instanceof MissingTableError && error.file === nowhere && error.message.includes(nowhere));
  if (process.getuid() !== 0) {
    const closed = broken('closed', (layer) => chmodSync(layer, 0));
    await fails(closed, (error) => error instanceof UnreadableTableError && error.code === 'unreadable_table');
  }
  // A broken table does not disable the others.
  await using(new Tables(damaged, damaged.replace('damaged', 'newer')), async (tables) => {
    assert.equal(await tables.value(empty), valuesByRules()[0]);
    assert.ok((await tables.problems()).length >= 1);
  });
  await using(new Tables(), async (tables) => {
    await assert.rejects(tables.value('2x2:2'), PositionError);
    await assert.rejects(tables.value(7), TypeError);
    assert.throws(() => new Tables(undefined), (error) => error instanceof TypeError && /folder must be text or a URL, not undefined/.test(error.message));
    await assert.rejects(tables.values(BigUint64Array.of(1n << 12n), '2x2'), (error) => error instanceof PositionError && /position 0/.test(error.message));
    await assert.rejects(tables.values([0], '2x2'), TypeError);
    await assert.rejects(tables.values(BigUint64Array.of(0n), '9x9'), PositionError);
    const waiting = tables.value(empty);
    tables.close();
    await assert.rejects(waiting, ClosedError);
    await assert.rejects(tables.value(empty), ClosedError);
    assert.ok(tables.closed);
    assert.throws(() => new Solver(tables), ClosedError);
  });
});

test('a solver takes values from tables in folders', async () => {
  const {Solver, Tables} = pipopipette;
  const tables = new Tables(join(packages.folder, 'tables'));
  await using(new Solver(tables), async (solver) => {
    tables.close();
    const {method, atlas, value} = await solver.solve('2x2:000000000000');
    assert.deepEqual([method, atlas, value], ['table', false, valuesByRules()[0]]);
  });
  assert.ok(existsSync(join(packages.folder, 'tables')));
});
