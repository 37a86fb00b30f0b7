// Copies the game in any notation that the server knows, and pastes any of them.

import {askJson} from './requests.js';
import {fromEmpty, newGame, play} from './game.js';

// Returns the game in the form that the server reads: its moves in order, or only the position if
// the game did not begin with the empty board.
export function written({game, now}) {
  if (!fromEmpty(game)) return {from: 'dbn', text: now.position};
  const moves = game.moves.slice(0, game.ply).map((edge) => game.board.edges[edge].name);
  return {from: 'moves', ordered: true, text: `${game.board.name} ${moves.join('; ')}`.trim()};
}

// Returns the game that the server read: its moves if their order is known, otherwise the position.
export function gameFrom(answer) {
  const [board, bits] = answer.position.split(':');
  const [rows, cols] = board.split('x').map(Number);
  if (answer.in_order) {
    return answer.edges.reduce((game, name) => play(game, game.board.byName.get(name).index), newGame({rows, cols}));
  }
  return newGame({rows, cols, start: bits, turn: answer.turn ?? 1, score: answer.score ?? null, owners: answer.owners ?? null});
}

export class Notation {
  #parts;
  #session;
  #loaded;
  #asked = 0;     // number of requests; only the answer to the last one is used

  constructor(part, session, loaded) {
    this.#session = session;
    this.#loaded = loaded;
    this.#parts = Object.fromEntries(['notation', 'notation-text', 'notation-about', 'notation-said', 'copy', 'copy-link', 'paste'].map((id) => [id, part(id)]));
    this.#parts.notation.addEventListener('change', () => this.#about());
    this.#parts.copy.addEventListener('click', () => this.#copy());
    this.#parts['copy-link'].addEventListener('click', () => this.#clip(location.href, 'The link'));
    this.#parts.paste.addEventListener('click', () => this.#paste());
  }

  list(notations) {
    const {notation} = this.#parts;
    const chosen = notation.value;
    notation.replaceChildren(...notations.map(({name}) => new Option(name, name)));
    notation.value = notations.some(({name}) => name === chosen) ? chosen : notations.some(({name}) => name === 'moves') ? 'moves' : notations[0]?.name ?? '';
    this.#about();
  }

  #about() {
    const chosen = this.#session.notations.find(({name}) => name === this.#parts.notation.value);
    this.#parts['notation-about'].textContent = chosen?.description ?? '';
  }

  #say(words, problem = false) {
    this.#parts['notation-said'].textContent = words;
    this.#parts['notation-said'].dataset.problem = String(problem);
  }

  async #copy() {
    const to = this.#parts.notation.value;
    const {from, ordered, text} = written(this.#session.match);
    const asked = ++this.#asked;
    try {
      const answer = await askJson('convert', {from, ordered, to}, {method: 'POST', body: text});
      if (asked !== this.#asked) return;
      this.#parts['notation-text'].value = answer.text;
      await this.#clip(answer.text, `The game as ${to}`);
    } catch (problem) {
      if (asked === this.#asked) this.#say(`Not copied. ${problem.message}`, true);
    }
  }

  async #clip(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      this.#say(`${what} is copied.`);
    } catch {
      this.#say('This browser does not let the page copy: copy the text above by hand.');
      this.#parts['notation-text'].value = text;
      this.#parts['notation-text'].select();
    }
  }

  async #paste() {
    const text = this.#parts['notation-text'].value;
    if (!text.trim()) return this.#say('Paste a game or position into the field above first.', true);
    const asked = ++this.#asked;
    try {
      const answer = await this.#read(text);
      if (asked !== this.#asked) return;
      this.#loaded(gameFrom(answer));
      this.#say(`Read as ${answer.notation}${answer.in_order ? ', with its moves' : ', a position'}.`);
    } catch (problem) {
      if (asked === this.#asked) this.#say(`Not read. ${problem.message}`, true);
    }
  }

  // Reads the text in the notation chosen if no notation, or more than one, is detected.
  async #read(text) {
    const ask = (from) => askJson('convert', {from}, {method: 'POST', body: text});
    try {
      return await ask('auto');
    } catch (problem) {
      if (problem.kind !== 'bad-input') throw problem;
      return ask(this.#parts.notation.value).catch(() => { throw problem; });
    }
  }
}
