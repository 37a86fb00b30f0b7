// Announces texts that change often, such as progress, to screen readers: at most one in five
// seconds, always the newest.

const EVERY = 5000;  // milliseconds

/** @param {{textContent: string | null}} place an element that screen readers read when it changes */
export function announcer(place) {
  let newest = '';
  let resting = false;
  const announce = () => {
    if (resting || place.textContent === newest) return;
    place.textContent = newest;
    resting = true;
    setTimeout(() => {
      resting = false;
      announce();
    }, EVERY);
  };
  return (/** @type {string} */ words) => {
    newest = words;
    announce();
  };
}
