import { fullName } from '@atrium/contract/accounts/full-name';
import { element } from './dom.ts';
import { type PanelParts, panelFrame } from './panel-frame.ts';
import { fillChildren, fillSessions } from './panel-lists.ts';
import { themeChoice } from './theme-choice.ts';

/** The panel of a signed-in user: account, child users, theme, sessions, logout. */
export function signedInPanel({ session, isOpen, setOpen }: PanelParts): HTMLElement {
  const user = session.user;
  if (!user) return element('div');
  const failure = element('p', { role: 'alert' });
  const report = (error: unknown) => {
    failure.textContent = error instanceof Error ? error.message : String(error);
  };
  const logOut = () => void session.logout().catch(report);
  const name = fullName(user) || user.username;
  const body = [
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
      { type: 'button', class: 'button wide', onclick: () => (session.askToLogOut ?? logOut)() },
      'Sign out',
    ),
  ];
  const bar = [
    element('span', { class: 'initials', 'aria-hidden': 'true' }, initials(name)),
    element(
      'span',
      { class: 'who' },
      element('b', {}, name),
      element('span', { class: 'soft' }, user.isAdmin ? `${user.username}, administrator` : user.username),
    ),
  ];
  const panel = panelFrame({ isOpen, setOpen }, { label: 'Your account', bar, body });
  // Whatever is done next, with the keyboard too, is not what failed.
  panel.addEventListener('click', () => failure.replaceChildren(), true);
  return panel;
}

/** Returns the first letters of the first and the last word. */
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
