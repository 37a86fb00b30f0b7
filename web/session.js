// The state of the page and all actions on it. The parts of the page read it and are notified of
// each change; none keeps its own copy of the game. Data flows one way: an action makes a new game
// or setting, then `changed` redraws the page and requests the values needed now.

import {goTo, newGame, play, record, view} from './game.js';
import {Knowledge} from './knowledge.js';
import {Player} from './player.js';
import {Solver} from './solve.js';

const QUICK = 5;           // seconds: if the last position was solved faster, the next one is solved too
const ASK_AGAIN = 4000;    // milliseconds, while the server is gone
const SETTINGS = 'pipopipette-settings';

function savedSettings() {
  const usual = {values: true, tints: true, solveOn: true};
  try {
    return {...usual, ...JSON.parse(localStorage.getItem(SETTINGS) ?? '{}')};
  } catch {
    return usual;
  }
}

export class Session {
  game = newGame({rows: 3, cols: 3});
  now = view(this.game);
  players = {1: 'human', 2: 'human'};
  handicap = 0;
  paused = false;
  settings = savedSettings();
  trouble = null;      // {text, again}: a message that stays until it is dismissed or out of date
  event = '';          // the last event, in words
  by = new Map();      // by ply: how the perfect player chose its move
  tables = [];
  notations = [];
  #changed;
  #pending = false;
  #timer = null;
  #declined = new Set();   // positions whose solving was cancelled by a person

  constructor(changed) {
    this.#changed = changed;
    const tell = () => this.tell();
    this.knowledge = new Knowledge(tell);
    this.solver = new Solver(tell, (position, answer) => this.knowledge.learn(position, answer));
    this.player = new Player((edge, how) => this.#draw(edge, how), (problem) => this.#perfectFailed(problem));
  }

  // Notes a change: the whole page is redrawn once, soon.
  tell() {
    if (this.#pending) return;
    this.#pending = true;
    queueMicrotask(() => {
      this.#pending = false;
      this.now = view(this.game);
      this.#think();
      this.#changed(this);
    });
  }

  // ---- the game

  load(game, event = '') {
    this.game = game;
    this.by.clear();
    this.event = event;
    if (this.players[1] === 'perfect' && this.players[2] === 'perfect') this.paused = true;
    this.#moved();
  }

  draw(edge) {
    const now = view(this.game);
    if (now.over || now.drawnBy[edge] !== 0) return;
    if (this.#perfectToMove(now)) {
      this.event = 'The perfect player is to move. Pause to draw for it.';
      return void this.tell();
    }
    this.#draw(edge, null);
  }

  #draw(edge, how) {
    this.game = play(this.game, edge);
    this.by.set(this.game.ply, how);
    for (const ply of this.by.keys()) if (ply > this.game.ply) this.by.delete(ply);
    this.event = '';
    this.#moved();
  }

  goTo(ply) {
    if (ply === this.game.ply) return;
    this.game = goTo(this.game, ply);
    this.event = '';
    if (this.players[1] === 'perfect' && this.players[2] === 'perfect') this.paused = true;
    this.#moved();
  }

  // Steps back or forward to the nearest position in which a person is to move.
  step(by) {
    let ply = this.game.ply + by;
    const inside = () => ply > 0 && ply < this.game.moves.length;
    const human = () => this.players[view(this.game, ply).turn] === 'human';
    if (this.players[1] !== this.players[2]) while (inside() && !human()) ply += by;
    this.goTo(Math.max(0, Math.min(this.game.moves.length, ply)));
  }

  restart() {
    const {paused} = this;
    this.load(goTo({...this.game, moves: []}, 0), 'A new game.');
    this.paused = paused;
  }

  #moved() {
    this.player.rest();
    if (!this.trouble?.stays) this.trouble = null;
    if (this.solver.working() && this.solver.job.byItself) this.solver.cancel();
    this.tell();
  }

  // ---- the players

  setPlayer(player, kind) {
    this.players = {...this.players, [player]: kind};
    this.paused = false;
    this.player.rest();
    this.tell();
  }

  setHandicap(most) {
    this.handicap = most;
    this.player.rest();
    this.tell();
  }

  // Makes both players perfect, or both people again.
  watch() {
    if (this.players[1] === 'perfect' && this.players[2] === 'perfect' && !this.now.over) {
      this.players = {1: 'human', 2: 'human'};
      this.player.rest();
      return void this.tell();
    }
    this.players = {1: 'perfect', 2: 'perfect'};
    this.paused = false;
    if (this.now.over) this.restart();
    else this.#goOn();
  }

  pause(paused) {
    this.paused = paused;
    this.player.rest();
    if (paused) this.tell();
    else this.#goOn();
  }

  // Continues the game. Undone moves are dropped if the perfect player is to move.
  #goOn() {
    if (this.players[this.now.turn] === 'perfect') this.game = {...this.game, moves: this.game.moves.slice(0, this.game.ply)};
    this.tell();
  }

  #perfectToMove(now) {
    return this.players[now.turn] === 'perfect' && !this.paused && !now.over && this.game.ply === this.game.moves.length;
  }

  #perfectFailed(problem) {
    this.paused = true;
    this.trouble = {problem, text: 'The perfect player could not move, so it pauses.'};
    this.tell();
  }

  // ---- knowledge

  solve() {
    this.trouble = null;
    this.solver.start(this.now.position);
  }

  stopSolving() {
    this.#declined.add(this.solver.job?.position);
    this.solver.cancel();
  }

  retry() {
    this.trouble = null;
    this.knowledge.ask(this.now.position, {again: true});
    this.tell();
  }

  set(setting, value) {
    this.settings = {...this.settings, [setting]: value};
    try {
      localStorage.setItem(SETTINGS, JSON.stringify(this.settings));
    } catch { /* the page also works without storage */ }
    this.tell();
  }

  // Requests the values needed for the current position, and lets the perfect player move.
  #think() {
    const {now, game} = this;
    clearTimeout(this.#timer);
    if (now.over) return;
    const {position} = now;
    this.knowledge.ask(position);
    const known = this.knowledge.of(position);
    if (known.state === 'failed' && known.problem.kind === 'gone') {
      this.#timer = setTimeout(() => this.knowledge.ask(position, {again: true}), ASK_AGAIN);
    }
    const parent = game.ply > 0 ? view(game, game.ply - 1).position : null;
    const follows = this.settings.solveOn && (this.solver.seconds.get(parent) ?? Infinity) < QUICK;
    if (known.state === 'none' && follows && !this.solver.of(position)?.problem && !this.solver.working() && !this.#declined.has(position)) {
      this.solver.start(position, {byItself: true});
    }
    if (!this.#perfectToMove(now)) return;
    const settled = known.state === 'known' || ((known.state === 'none' || known.state === 'failed') && !this.solver.working(position));
    if (settled) this.player.move(position, game.board, known.answer ?? null, this.handicap);
  }

  // Returns each move of the history with its effect, and what it threw away if that is known.
  record() {
    return record(this.game).map((move, index) => {
      const answer = this.knowledge.answer(view(this.game, index).position);
      const value = answer?.moves.find((other) => other.index === move.edge)?.value;
      return {...move, ply: index + 1, lost: value === undefined ? null : answer.value - value, by: this.by.get(index + 1) ?? null};
    });
  }
}
