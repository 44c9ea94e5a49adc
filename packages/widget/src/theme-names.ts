import type { Theme as ThemeName } from '@atrium/contract/accounts/user';

/** The themes and their names. */
export const Theme: Record<ThemeName, string> = { light: 'Light', dark: 'Dark', system: 'System' };
