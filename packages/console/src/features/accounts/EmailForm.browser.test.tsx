import { resendConfirmation } from '@atrium/contract/accounts/registration';
import { changeEmail } from '@atrium/contract/accounts/user';
import { expect, it } from 'vitest';
import { ada } from '../../../test/ada.ts';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { connectWidget, type WidgetElement } from '../../api/session.ts';
import { Toaster } from '../../ui/Toaster.tsx';
import { EmailForm } from './EmailForm.tsx';

it('says that an address which only a provider states gets no e-mails yet, and sends the link again', async () => {
  const widget = document.createElement('div') as unknown as WidgetElement;
  const tell = (name: string, detail: object) => widget.dispatchEvent(new CustomEvent(name, { detail }));
  Object.assign(widget, { start: () => undefined, session: { hasLoggedOut: false } });
  connectWidget(widget, { onThemeChanged: () => undefined, onDifferentUser: () => undefined });
  tell('access-granted', { token: 't', userId: ada.userId });
  tell('user-data-loaded', { ...ada, isEmailUnproved: true });
  const screen = await draw(<EmailForm />, { path: '/profile' });
  await expect.element(screen.getByText(/we send no other e-mails there/)).toBeVisible();
  let sentFor = '';
  answer(resendConfirmation, ({ body }) => {
    sentFor = body.username;
  });
  await screen.getByRole('button', { name: 'Resend verification e-mail' }).click();
  await expect.element(screen.getByText(/We sent the verification e-mail again/)).toBeVisible();
  expect(sentFor).toBe(ada.username);
});

it('says how to cancel a change, and that it was', async () => {
  const widget = document.createElement('div') as unknown as WidgetElement;
  const tell = (name: string, detail: object) => widget.dispatchEvent(new CustomEvent(name, { detail }));
  const userChanged = (user: object) => tell('user-data-loaded', user);
  Object.assign(widget, { start: () => undefined, session: { hasLoggedOut: false, userChanged } });
  connectWidget(widget, { onThemeChanged: () => undefined, onDifferentUser: () => undefined });
  tell('access-granted', { token: 't', userId: ada.userId });
  userChanged({ ...ada, pendingEmail: 'ada@typo.example' });
  const screen = await draw(
    <>
      <EmailForm />
      <Toaster />
    </>,
    { path: '/profile' },
  );
  await expect.element(screen.getByText(/To cancel the change, enter your current address/)).toBeVisible();
  answer(changeEmail, () => ({ ...ada, pendingEmail: null }));
  await screen.getByRole('textbox', { name: 'New e-mail' }).fill(ada.email);
  await screen.getByRole('textbox', { name: 'Your password' }).fill('password of ada');
  await screen.getByRole('button', { name: 'Change e-mail' }).click();
  await expect.element(screen.getByText(/No other address is waiting to be confirmed/)).toBeVisible();
});
