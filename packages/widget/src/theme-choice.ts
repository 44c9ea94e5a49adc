import { element } from './dom.ts';
import type { Session } from './session.ts';
import { Theme } from './theme-names.ts';

/** The choice between the themes. */
export function themeChoice(session: Session, report: (error: unknown) => void): HTMLElement {
  const inputs: HTMLInputElement[] = [];
  const choices = Object.entries(Theme).map(([theme, label]) => {
    const input = element('input', {
      type: 'radio',
      name: 'theme',
      value: theme,
      checked: session.user?.params.theme === theme,
      onchange: () => {
        void session.updateUser({ params: { theme: theme as keyof typeof Theme } }).catch((error) => {
          // What was not saved is not chosen.
          for (const each of inputs) each.checked = each.value === session.user?.params.theme;
          report(error);
        });
      },
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
