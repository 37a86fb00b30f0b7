// Copies the game in any notation that the server knows, and pastes any of them.

import {askJson} from './requests.js';
import {fromEmpty, gameAt, goTo, mainLine, newGame, play, view} from './game.js';
import {decode, puzzleIn} from './link.js';
import {button, copied, field, part, say, select} from './page.js';

/**
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('api').components['schemas']['Converted']} Converted
 */

/**
 * Returns the game in the form that the server reads: its moves in order, or only the position if
 * the game did not begin with the empty board.
 *
 * @param {Game} game
 */
export function written(game) {
  if (!fromEmpty(game)) return {from: 'dbn', text: view(game).position};
  const moves = game.moves.slice(0, game.ply).map((edge) => game.board.edges[edge].name);
  return {from: 'moves', ordered: true, text: `${game.board.name} ${moves.join('; ')}`.trim()};
}

/**
 * Returns the whole game, at its end, if it has moves that `written` leaves out; otherwise null.
 *
 * @param {Game} game
 */
export function whole(game) {
  const main = mainLine(game);
  return fromEmpty(game) && (game.varied || main.ply < main.moves.length) ? goTo(main, main.moves.length) : null;
}

/**
 * Returns the game that the server read: its moves if their order is known, otherwise the position.
 *
 * @param {Converted} answer
 */
function gameFrom({position, in_order: inOrder, edges, turn, score = null, owners = null}) {
  if (!inOrder) return gameAt(position, {turn: turn ?? 1, score, owners});
  const {board} = gameAt(position);
  return edges.reduce((game, name) => play(game, board.byName.get(name)?.index ?? -1), newGame(board));
}

export class Notation {
  #notation = select('notation');
  #text = field('notation-text');
  #session;
  #loaded;
  #asked = 0;     // number of requests; only the answer to the last one is used

  /**
   * @param {import('./session.js').Session} session
   * @param {(game: Game, puzzle: import('./puzzle.js').Goal | null) => void} loaded
   */
  constructor(session, loaded) {
    this.#session = session;
    this.#loaded = loaded;
    this.#notation.addEventListener('change', () => this.#about());
    button('copy').addEventListener('click', () => this.#copy(session.match.game));
    button('copy-all').addEventListener('click', () => this.#copy(whole(session.match.game) ?? session.match.game));
    button('paste').addEventListener('click', () => this.#paste());
  }

  /** @param {import('./session.js').Notation[]} notations */
  list(notations) {
    this.#notation.replaceChildren(...notations.map(({name}) => new Option(name, name, name === 'moves', name === 'moves')));
    this.#about();
  }

  #about() {
    const chosen = this.#session.notations.find(({name}) => name === this.#notation.value);
    say('notation-about', chosen?.description ?? '');
  }

  /** @param {string} words */
  #say(words, problem = false) {
    part('notation-said').textContent = words;
    part('notation-said').dataset.problem = String(problem);
  }

  paint() {
    part('copy-all').hidden = !whole(this.#session.match.game);
  }

  /**
   * Says what is wrong, unless something else was asked meanwhile.
   *
   * @template T
   * @param {string} failed what it means
   * @param {Promise<T>} answer
   * @param {(answer: T) => void} use
   */
  async #use(failed, answer, use) {
    const asked = ++this.#asked;
    try {
      const found = await answer;
      if (asked === this.#asked) use(found);
    } catch (/** @type {any} */ problem) {
      const why = problem.message.replace(/, got [^,]*$/, '');
      if (asked === this.#asked) this.#say(`${failed} ${why[0].toUpperCase()}${why.slice(1)}`, true);
    }
  }

  /** @param {Game} game */
  #copy(game) {
    const to = this.#notation.value;
    const {from, ordered, text} = written(game);
    const which = whole(game) ? `up to move ${game.ply} ` : '';
    const asked = askJson('convert', {from, ordered, to}, {method: 'POST', body: text});
    return this.#use('Not copied.', asked, async (answer) => {
      this.#text.value = answer.text;
      if (await copied(answer.text)) return this.#say(`The game ${which}as ${to} is copied.`);
      this.#text.select();
      this.#say('This browser does not let the page copy: copy the text above by hand.');
    });
  }

  #paste() {
    const text = this.#text.value;
    if (!text.trim()) return this.#say('Paste a game or position into the field above first.', true);
    return this.#use('Not read.', this.#read(text), ({game, puzzle, as}) => {
      this.#loaded(game, puzzle);
      this.#say(`Read as ${as}.`);
      if (!puzzle) this.#session.match.note(`Read as ${as}.`);   // where it is seen: another tab may have opened
    });
  }

  /**
   * Reads a link of the page, or moves on the board of the page, or else the text in the notation that is detected. If
   * that is none, or more than one, the notation chosen decides.
   *
   * @param {string} text
   */
  async #read(text) {
    const link = /^\S*(#\d+x\d+\S*)$/.exec(text.trim())?.[1];
    if (link) return {game: decode(link), puzzle: puzzleIn(link), as: 'a link'};
    const moves = text.match(/[^\s,;]+/g) ?? [];
    const body = moves.every((move) => /^[hv]\d+\.\d+$/.test(move)) ? `${this.#session.match.game.board.name} ${moves.join('; ')}` : text;
    /** @type {(from: string) => Promise<Converted>} */
    const ask = (from) => askJson('convert', {from}, {method: 'POST', body});
    const answer = await ask('auto').catch((problem) => {
      if (problem.kind !== 'bad-input') throw problem;
      return ask(this.#notation.value).catch(() => { throw problem; });
    });
    const as = `${answer.notation}${answer.in_order ? '' : ', a position'}`;
    return {game: gameFrom(answer), puzzle: null, as};
  }
}
