// A map of bounded size. It forgets the entry that was not read or written for the longest time.

/**
 * @template K, V
 */
export class Recent {
  /** @type {Map<K, V>} in the order of the last use */
  #entries = new Map();
  #most;

  /** @param {number} most the number of entries kept */
  constructor(most) {
    this.#most = most;
  }

  get size() {
    return this.#entries.size;
  }

  /**
   * @param {K} key
   * @returns {V | undefined}
   */
  get(key) {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /**
   * @param {K} key
   * @param {V & {}} value
   */
  set(key, value) {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) break;
      this.#entries.delete(oldest);
    }
  }

  /** @param {K} key */
  delete(key) {
    this.#entries.delete(key);
  }

  /** @param {(value: V) => boolean} unwanted */
  deleteIf(unwanted) {
    for (const [key, value] of this.#entries) if (unwanted(value)) this.#entries.delete(key);
  }
}
