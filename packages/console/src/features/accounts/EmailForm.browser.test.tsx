import { changeEmail } from '@atrium/contract/accounts/user';
import { expect, it } from 'vitest';
import { ada } from '../../../test/ada.ts';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { connectWidget, type WidgetElement } from '../../api/session.ts';
import { Toaster } from '../../ui/Toaster.tsx';
import { EmailForm } from './EmailForm.tsx';

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
