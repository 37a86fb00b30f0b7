// Light or dark: as the system says, or as the switch does. dark.css is laid over the light colours
// by the media of its link.

const KEY = 'pipopipette-theme';

export function setUpTheme(button, sheet) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen = null;
  try {
    chosen = localStorage.getItem(KEY);
  } catch { /* then it is as the system says */ }
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
    } catch { /* not kept, but shown */ }
    apply();
  });
  system.addEventListener('change', apply);
  apply();
}
