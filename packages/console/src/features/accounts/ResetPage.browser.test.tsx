import { checkPasswordReset, resetPassword } from '@atrium/contract/accounts/password';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { connectWidget, type WidgetElement } from '../../api/session.ts';
import { LoginForm } from './LoginForm.tsx';
import { rememberLoginName } from './login-name.ts';
import { ResetPage } from './ResetPage.tsx';

beforeEach(() => {
  const widget = Object.assign(document.createElement('div'), {
    start: () => undefined,
    session: { hasLoggedOut: false, listProviders: async () => [] },
  }) as unknown as WidgetElement;
  connectWidget(widget, { onThemeChanged: () => undefined, onDifferentUser: () => undefined });
  widget.dispatchEvent(new CustomEvent('access-denied'));
});

it('says who invites whom to what, tells password managers the username, and leads to the sign-in with it', async () => {
  const invitation = { inviter: 'Ada Lovelace', domain: 'lovelace' };
  answer(checkPasswordReset, () => ({ username: 'kay', invitation }));
  answer(resetPassword, () => undefined);
  const screen = await draw(<ResetPage token="t" />, { path: '/console/reset' });
  await expect.element(screen.getByRole('heading', { name: 'Accept the invitation' })).toBeVisible();
  await expect.element(screen.getByText(/Ada Lovelace invites you to the domain lovelace/)).toBeVisible();
  const username = document.querySelector<HTMLInputElement>('input[autocomplete="username"]');
  expect([username?.value, username?.hidden]).toEqual(['kay', true]);
  await screen.getByLabelText(/^Password/).fill('a good password');
  await screen.getByLabelText(/^Confirm password/).fill('a good password');
  await screen.getByRole('button', { name: 'Accept invitation' }).click();
  await expect.poll(() => screen.router.state.location.pathname).toBe('/console/login');
  await screen.unmount();
  const login = await draw(<LoginForm domain={undefined} />);
  await expect.element(login.getByLabelText(/^Username/)).toHaveValue('kay');
  rememberLoginName('');
});

it('names no invitation where a password was forgotten', async () => {
  answer(checkPasswordReset, () => ({ username: 'ada', invitation: null }));
  const screen = await draw(<ResetPage token="t" />, { path: '/console/reset' });
  await expect.element(screen.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Reset password' })).toBeVisible();
});
