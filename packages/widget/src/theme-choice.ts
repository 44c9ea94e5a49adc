import type { Theme as ThemeName, User } from '@atrium/contract/accounts/user';
import { element } from './dom.ts';
import type { Session } from './session.ts';

/** The themes and their names. */
const Theme: Record<ThemeName, string> = { light: 'Light', dark: 'Dark', system: 'System' };

/** The choice between the themes. */
export function themeChoice(session: Session, report: (error: unknown) => void): HTMLElement {
  const inputs: HTMLInputElement[] = [];
  let chosen: ThemeName | undefined;
  let isSaving = false;

  /** Saves one theme at a time: arrow keys pass through themes, and the final one must be saved last. */
  async function choose(theme: ThemeName) {
    chosen = theme;
    if (isSaving) return;
    isSaving = true;
    let saved: User | undefined;
    try {
      let sent: ThemeName;
      do {
        sent = chosen;
        saved = await session.authorized('updateUser', { body: { params: { theme: sent } } });
      } while (sent !== chosen);
    } catch (error) {
      report(error);
    }
    isSaving = false;
    if (saved) session.userChanged(saved);
    // Revert an unsaved choice.
    for (const each of inputs) each.checked = each.value === session.user?.params.theme;
  }

  const choices = Object.entries(Theme).map(([theme, label]) => {
    const input = element('input', {
      type: 'radio',
      name: 'theme',
      value: theme,
      checked: session.user?.params.theme === theme,
      onchange: () => void choose(theme as ThemeName),
    });
    inputs.push(input);
    return element('label', {}, input, label);
  });
  return element(
    'fieldset',
    {},
    element('legend', {}, 'Theme'),
    element('div', { class: 'choices' }, ...choices),
  );
}
