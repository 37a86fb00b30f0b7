// Announces texts that change often, such as progress, to screen readers: at most one in five
// seconds, always the newest.

const EVERY = 5000;  // milliseconds

export class Announcer {
  #place;
  #words = '';
  #resting = false;

  /** @param {{textContent: string | null}} place an element that screen readers read when it changes */
  constructor(place) {
    this.#place = place;
  }

  /** @param {string} words */
  say(words) {
    this.#words = words;
    if (!this.#resting) this.#announce();
  }

  #announce() {
    if (this.#place.textContent === this.#words) return;
    this.#place.textContent = this.#words;
    this.#resting = true;
    setTimeout(() => {
      this.#resting = false;
      this.#announce();
    }, EVERY);
  }
}
