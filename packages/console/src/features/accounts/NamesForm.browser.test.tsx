import { type UserPatch, updateUser } from '@atrium/contract/accounts/user';
import { expect, it, vi } from 'vitest';
import { ada } from '../../../test/ada.ts';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { connectWidget, session, type WidgetElement } from '../../api/session.ts';
import { NamesForm } from './NamesForm.tsx';

/** Renders the form for a signed-in user. The widget announces changes of the names. */
async function open() {
  const widget = document.createElement('div') as unknown as WidgetElement;
  const tell = (name: string, detail: object) => widget.dispatchEvent(new CustomEvent(name, { detail }));
  const userChanged = (user: object) => tell('user-data-loaded', user);
  Object.assign(widget, { start: () => undefined, session: { hasLoggedOut: false, userChanged } });
  connectWidget(widget, { onThemeChanged: () => undefined, onDifferentUser: () => undefined });
  tell('access-granted', { token: 't', userId: ada.userId });
  userChanged(ada);
  const screen = await draw(<NamesForm />, { path: '/profile' });
  return {
    screen,
    first: screen.getByRole('textbox', { name: 'First name' }),
    last: screen.getByRole('textbox', { name: 'Last name' }),
    save: screen.getByRole('button', { name: 'Save name' }),
  };
}

it('follows what was saved elsewhere, and keeps what is being typed', async () => {
  const { screen, first, last, save } = await open();
  const sent: UserPatch[] = [];
  answer(updateUser, ({ body }) => {
    sent.push(body);
    return { ...ada, firstName: 'Grace', lastName: 'Hopper' };
  });
  await expect.element(first).toHaveValue('Ada');
  await last.fill('Hopper');
  // Simulates a change that waited for a new sign-in and is live now.
  session().userChanged({ ...ada, firstName: 'Grace' });
  await expect.element(first).toHaveValue('Grace');
  await expect.element(last).toHaveValue('Hopper');
  // Typed values still trigger the confirmation.
  void screen.router.navigate({ href: '/elsewhere' });
  const question = screen.getByRole('alertdialog');
  await expect.element(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await save.click();
  await vi.waitFor(() => expect(sent).toEqual([{ firstName: 'Grace', lastName: 'Hopper' }]));
  // Saved values follow, too.
  session().userChanged({ ...ada, firstName: 'Grace', lastName: 'Murray' });
  await expect.element(last).toHaveValue('Murray');
});

it('asks nothing of whoever leaves once their name is saved', async () => {
  const { screen, first, save } = await open();
  answer(updateUser, () => ({ ...ada, firstName: 'Grace' }));
  await first.fill('Grace');
  await save.click();
  await expect.element(save).not.toHaveAttribute('aria-disabled');
  await screen.router.navigate({ href: '/elsewhere' });
  expect(screen.router.state.location.pathname).toBe('/elsewhere');
});
