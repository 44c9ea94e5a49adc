import type { Theme } from '@atrium/contract/accounts/user';

const key = 'atrium.theme';

/** Shows a theme; `system` leaves the choice to the device, without any script. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Shows a theme and remembers it, so that the next page starts in it. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Without storage the next page starts in the theme of the device.
  }
}

export function rememberedTheme(): Theme {
  try {
    const theme = localStorage.getItem(key);
    return theme === 'light' || theme === 'dark' ? theme : 'system';
  } catch {
    return 'system';
  }
}
