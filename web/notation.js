// Copies the game in any notation that the server knows, and pastes any of them.

import {askJson} from './requests.js';
import {fromEmpty, goTo, mainLine, newGame, play, view} from './game.js';
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
 * Returns the game if this text is a link of the page; null if it is something else.
 *
 * @param {string} text
 */
export function linked(text) {
  const link = /^\S*(#\d+x\d+\S*)$/.exec(text.trim());
  return link && decode(link[1]);
}

/**
 * Returns the game that the server read: its moves if their order is known, otherwise the position.
 *
 * @param {Converted} answer
 */
function gameFrom(answer) {
  const [board, bits] = answer.position.split(':');
  const [rows, cols] = board.split('x').map(Number);
  if (answer.in_order) {
    return answer.edges.reduce((game, name) => play(game, game.board.byName.get(name)?.index ?? -1), newGame({rows, cols}));
  }
  return newGame({rows, cols, start: bits, turn: answer.turn ?? 1, score: answer.score ?? null, owners: answer.owners ?? null});
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
    button('copy-link').addEventListener('click', () => this.#clip(location.href, 'The link'));
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

  /** @param {Game} game */
  async #copy(game) {
    const to = this.#notation.value;
    const {from, ordered, text} = written(game);
    const rest = whole(game);
    const asked = ++this.#asked;
    try {
      /** @type {Converted & {text: string}} */
      const answer = await askJson('convert', {from, ordered, to}, {method: 'POST', body: text});
      if (asked !== this.#asked) return;
      this.#text.value = answer.text;
      await this.#clip(answer.text, `The game ${rest ? `up to move ${game.ply} ` : ''}as ${to}`);
    } catch (/** @type {any} */ problem) {
      if (asked === this.#asked) this.#say(`Not copied. ${problem.message}`, true);
    }
  }

  /**
   * @param {string} text
   * @param {string} what
   */
  async #clip(text, what) {
    if (await copied(text)) return this.#say(`${what} is copied.`);
    this.#say('This browser does not let the page copy: copy the text above by hand.');
    this.#text.value = text;
    this.#text.select();
  }

  async #paste() {
    const text = this.#text.value;
    if (!text.trim()) return this.#say('Paste a game or position into the field above first.', true);
    const asked = ++this.#asked;
    try {
      const game = linked(text);
      if (game) {
        this.#loaded(game, puzzleIn(text.trim()));
        return this.#say('Read as a link.');
      }
      const answer = await this.#read(text);
      if (asked !== this.#asked) return;
      this.#loaded(gameFrom(answer), null);
      this.#say(`Read as ${answer.notation}${answer.in_order ? ', with its moves' : ', a position'}.`);
    } catch (/** @type {any} */ problem) {
      if (asked === this.#asked) this.#say(`Not read. ${problem.message}`, true);
    }
  }

  /**
   * Reads the text in the notation chosen if no notation, or more than one, is detected.
   *
   * @param {string} text
   * @returns {Promise<Converted>}
   */
  async #read(text) {
    /** @param {string} from */
    const ask = (from) => askJson('convert', {from}, {method: 'POST', body: text});
    try {
      return await ask('auto');
    } catch (/** @type {any} */ problem) {
      if (problem.kind !== 'bad-input') throw problem;
      return ask(this.#notation.value).catch(() => { throw problem; });
    }
  }
}
