import { chevron, element } from './dom.ts';
import { fillChildren, fillSessions } from './panel-lists.ts';
import type { Session } from './session.ts';
import { Theme } from './theme-names.ts';

/** What the panel needs to know of the element it stands in. */
export interface PanelParts {
  session: Session;
  isOpen: () => boolean;
  setOpen: (isOpen: boolean) => void;
}

/** The panel of a signed-in user: account, child users, theme, sessions, logout. */
export function signedInPanel({ session, isOpen, setOpen }: PanelParts): HTMLElement {
  const user = session.user;
  if (!user) return element('div');
  const failure = element('p', { role: 'alert' });
  const report = (error: unknown) => {
    failure.textContent = error instanceof Error ? error.message : String(error);
  };
  const fullName = `${user.firstName} ${user.lastName}`.trim() || user.username;
  const body = element(
    'div',
    { class: 'body', id: 'body', hidden: !isOpen() },
    element(
      'div',
      { class: 'links' },
      element('span', { class: 'soft' }, user.email),
      element('span', { class: 'soft' }, `Domain: ${user.domain}`),
      element('a', { href: '/console/profile' }, 'Your profile'),
    ),
    // A child user cannot have child users.
    ...(user.parentId === null
      ? [lazyDetails('Child users', (list) => fillChildren(list, session), report)]
      : []),
    themeChoice(session, report),
    lazyDetails('Sessions', (list) => fillSessions(list, session, report), report),
    failure,
    element(
      'button',
      { type: 'button', class: 'button wide', onclick: () => void session.logout().catch(report) },
      'Log out',
    ),
  );
  return element(
    'section',
    { class: 'panel', 'aria-label': 'Your account' },
    element(
      'button',
      {
        type: 'button',
        class: 'bar',
        'aria-expanded': String(isOpen()),
        'aria-controls': 'body',
        onclick: () => setOpen(!isOpen()),
      },
      element('span', { class: 'initials', 'aria-hidden': 'true' }, initials(fullName)),
      element(
        'span',
        { class: 'who' },
        element('b', {}, fullName),
        element('span', { class: 'soft' }, user.isAdmin ? `${user.username}, administrator` : user.username),
      ),
      chevron(),
    ),
    body,
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined]
    .map((word) => firstLetter(word ?? ''))
    .join('')
    .toUpperCase();
}

function firstLetter(word: string): string {
  const code = word.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** A part that asks the platform each time it is opened. */
function lazyDetails(
  title: string,
  fill: (list: HTMLUListElement) => Promise<void>,
  report: (error: unknown) => void,
): HTMLElement {
  const list = element('ul', { 'aria-live': 'polite' });
  return element(
    'details',
    {
      ontoggle: (event) => {
        if ((event.currentTarget as HTMLDetailsElement).open) void fill(list).catch(report);
      },
    },
    element('summary', {}, title),
    list,
  );
}

function themeChoice(session: Session, report: (error: unknown) => void): HTMLElement {
  const choices = Object.entries(Theme).map(([theme, label]) => {
    const input = element('input', {
      type: 'radio',
      name: 'theme',
      value: theme,
      checked: session.user?.params.theme === theme,
      onchange: () => {
        void session.updateUser({ params: { theme: theme as keyof typeof Theme } }).catch(report);
      },
    });
    return element('label', {}, input, label);
  });
  return element(
    'fieldset',
    {},
    element('legend', {}, 'Theme'),
    element('div', { class: 'choices' }, ...choices),
  );
}
