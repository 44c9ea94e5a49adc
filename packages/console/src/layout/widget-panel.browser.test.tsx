import { endSession, listSessions } from '@atrium/contract/accounts/sessions';
import { login, logout, refreshToken } from '@atrium/contract/accounts/sign-in';
import { type Theme, type User, updateUser } from '@atrium/contract/accounts/user';
import { SESSION_NAMES } from '@atrium/contract/early-responses';
import { SESSION_NOT_ENDED } from '@atrium/contract/error-message';
import { type AtriumConsoleWidget, defineWidget, WIDGET_TAG } from '@atrium/widget';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../test/draw.tsx';
import { answer, refusal } from '../../test/platform.ts';
import { connectWidget } from '../api/session.ts';
import { forgetKeptTexts, keepText } from '../lib/kept-text.ts';
import { SignOutQuestion } from './SignOutQuestion.tsx';

// Widget as on a page of a service by default: no console listens to its session.
defineWidget();

let widget: AtriumConsoleWidget;

function open(): void {
  widget = document.createElement(WIDGET_TAG);
  widget.isOpen = true;
  document.body.append(widget);
}

afterEach(() => {
  widget.remove();
  forgetKeptTexts();
  localStorage.clear();
});

const ada = (theme: Theme): User => ({
  userId: 'ada',
  username: 'ada',
  email: 'ada@example.com',
  pendingEmail: null,
  firstName: 'Ada',
  lastName: 'Byron',
  parentId: null,
  domainId: 'd',
  domain: 'd',
  isAdmin: false,
  roles: [],
  permissions: [],
  params: { theme, firstSteps: 'open' },
});
const signedIn = () => ({ token: 't', expiresAt: '2026-11-26T12:00:00Z', user: ada('light') });

const focused = () => widget.shadowRoot?.activeElement;
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('keeps the focus when who is signed in changes, and when a session is ended', async () => {
  const sessionOf = (browser: string) => ({
    id: crypto.randomUUID(),
    browser,
    userAgent: browser,
    address: '192.0.2.1',
    username: 'ada',
    openedBy: null,
    via: null,
    createdOn: '2026-11-26T10:00:00Z',
    lastUsedOn: '2026-11-26T10:00:00Z',
    isCurrent: browser === 'Chromium',
  });
  let sessions = ['Firefox', 'Chromium', 'Safari'].map(sessionOf);
  answer(login, signedIn);
  answer(listSessions, () => sessions);
  answer(endSession, ({ params }) => {
    sessions = sessions.filter(({ id }) => id !== params.id);
    return undefined;
  });
  answer(logout, () => ({ providerUrl: null }));
  open();
  await page.getByLabelText('Username').fill('ada');
  await page.getByLabelText('Password').fill('a long password');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => focused()?.textContent).toContain('Ada Byron');

  await page.getByText('Sessions', { exact: true }).click();
  await button('Sign out Firefox at 192.0.2.1').click();
  await expect.poll(() => focused()?.getAttribute('aria-label')).toBe('Sign out Safari at 192.0.2.1');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => focused()?.textContent).toBe('Sessions');

  await button('Sign out').click();
  await expect.poll(() => focused()?.textContent).toBe('Login');
});

it('says that a session is not ended for as long as this is so, and keeps what is typed meanwhile', async () => {
  localStorage.setItem(SESSION_NAMES.logOut, 'yes');
  answer(logout, () => {
    throw new TypeError('No network');
  });
  open();
  const username = page.getByLabelText('Username');
  await username.fill('bob');
  const alert = page.getByText(SESSION_NOT_ENDED);
  await expect.element(alert).toBeVisible();
  answer(logout, () => ({ providerUrl: null }));
  window.dispatchEvent(new Event('online'));
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(username).toHaveValue('bob');
});

it('saves one theme at a time, the last one last, and shows none in between', async () => {
  localStorage.setItem(SESSION_NAMES.signedIn, 'yes');
  const sent: (Theme | undefined)[] = [];
  const shown: Theme[] = [];
  const held = Promise.withResolvers<void>();
  answer(refreshToken, signedIn);
  answer(updateUser, async ({ body }) => {
    const theme = body.params?.theme ?? 'light';
    sent.push(theme);
    await held.promise;
    return sent.length < 4 ? ada(theme) : refusal(503, 'Too busy');
  });
  open();
  widget.addEventListener('theme-changed', (event) => {
    shown.push((event as CustomEvent<{ theme: Theme }>).detail.theme);
  });
  await page.getByRole('radio', { name: 'Light' }).click();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  const system = page.getByRole('radio', { name: 'System' });
  await expect.element(system).toBeChecked();
  await expect.poll(() => sent).toEqual(['dark']);
  held.resolve();
  await expect.poll(() => shown.at(-1)).toBe('system');
  expect([sent, shown]).toEqual([
    ['dark', 'system'],
    ['light', 'system'],
  ]);

  // Two more arrows: the first is saved, the second is not.
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(page.getByText('Too busy')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect([sent.slice(2), shown.at(-1)]).toEqual([['dark', 'light'], 'dark']);
});

it('asks in the console before signing out deletes drafts', async () => {
  localStorage.setItem(SESSION_NAMES.signedIn, 'yes');
  answer(refreshToken, signedIn);
  answer(logout, () => ({ providerUrl: null }));
  keepText('ada/shop/a', 'a');
  open();
  connectWidget(widget, { onThemeChanged: () => undefined, onDifferentUser: () => undefined });
  await draw(<SignOutQuestion />);
  await button('Sign out').click();
  const question = page.getByRole('alertdialog', { name: /^Sign out and discard/ });
  await expect.element(question.getByText(/1 draft in this tab would be deleted\./)).toBeVisible();
  expect(widget.session.status).toBe('granted');
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => widget.session.status).toBe('denied');
});
