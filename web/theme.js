// Light or dark: as the system is set, or as the switch is. The media attribute of its link decides
// whether dark.css overrides the light colours.

const KEY = 'pipopipette-theme';

/**
 * @param {HTMLElement} button
 * @param {HTMLLinkElement} sheet
 */
export function setUpTheme(button, sheet) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  /** @type {string | null} */
  let chosen = null;
  try {
    chosen = localStorage.getItem(KEY);
  } catch { /* then the setting of the system applies */ }
  const apply = () => {
    const dark = chosen ? chosen === 'dark' : system.matches;
    sheet.media = dark ? 'all' : 'not all';
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    button.setAttribute('aria-pressed', String(dark));
  };
  button.addEventListener('click', () => {
    const dark = document.documentElement.dataset.theme !== 'dark';
    chosen = dark === system.matches ? null : dark ? 'dark' : 'light';
    try {
      if (chosen) localStorage.setItem(KEY, chosen);
      else localStorage.removeItem(KEY);
    } catch { /* applied, but not kept */ }
    apply();
  });
  system.addEventListener('change', apply);
  apply();
}
