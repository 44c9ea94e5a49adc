import { fullName } from '@atrium/contract/accounts/full-name';
import { element } from './dom.ts';
import { initials } from './initials.ts';
import { lazyDetails } from './lazy-details.ts';
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
