import { updateUser } from '@atrium/contract/accounts/user';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { z } from 'zod';
import { expectNoFindings } from '../../test/accessibility.ts';
import { ada } from '../../test/ada.ts';
import { draw } from '../../test/draw.tsx';
import { answer, refusal } from '../../test/platform.ts';
import { useEndpointForm } from '../api/use-endpoint-form.ts';
import { Button } from './Button.tsx';
import { FormPage } from './FormPage.tsx';
import { TextField } from './TextField.tsx';
import { Toaster } from './Toaster.tsx';

const Names = z.object({ firstName: z.string().min(1, 'Please enter a first name.') });

interface NamesFormProps {
  onSaved?: (name: string) => void;
  clearsWhenSaved?: boolean;
}

function NamesForm({ onSaved, clearsWhenSaved = false }: NamesFormProps) {
  const form = useEndpointForm(updateUser, {
    schema: Names,
    defaults: { firstName: '' },
    onSaved: ({ firstName }) => onSaved?.(firstName),
    clearsWhenSaved,
  });
  return (
    <FormPage form={form} submitLabel="Save names" errorTitle="The names were not saved">
      <TextField label="First name" required {...form.field('firstName')} />
    </FormPage>
  );
}

function Page() {
  const [isLeft, setLeft] = useState(false);
  return (
    <>
      {!isLeft && <NamesForm />}
      <Button onClick={() => setLeft(true)}>Leave</Button>
      <Toaster />
    </>
  );
}

async function open(props: NamesFormProps = {}) {
  const screen = await draw(<NamesForm {...props} />, { path: '/profile' });
  const name = screen.getByRole('textbox', { name: 'First name' });
  const save = screen.getByRole('button', { name: 'Save names' });
  const pathname = () => screen.router.state.location.pathname;
  return { screen, name, save, pathname };
}

it('is filled and sent with the keyboard alone, and says what is missing', async () => {
  const onSaved = vi.fn<(name: string) => void>();
  const { name } = await open({ onSaved });
  answer(updateUser, ({ body }) => ({ ...ada, firstName: body.firstName ?? '' }));
  await userEvent.tab();
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAccessibleDescription('Please enter a first name.');
  await expect.element(name).toHaveFocus();
  await expectNoFindings();
  await userEvent.keyboard('Grace{Enter}');
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith('Grace'));
});

it('shows a refusal in a dialog with its own title and keeps what was typed', async () => {
  const { screen, name, save } = await open();
  answer(updateUser, () => refusal(500, 'The names are broken.'));
  await name.fill('Grace');
  await save.click();
  const error = screen.getByRole('alertdialog', { name: 'The names were not saved' });
  await expect.element(error.getByText('The names are broken.')).toBeVisible();
  await error.getByRole('button', { name: 'Ok' }).click();
  await expect.element(error).not.toBeInTheDocument();
  await expect.element(name).toHaveValue('Grace');
});

it('asks before another page takes the place of what was typed', async () => {
  const { screen, name, pathname } = await open();
  await name.fill('Grace');
  const stayed = screen.router.navigate({ href: '/elsewhere' });
  const question = screen.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(pathname()).toBe('/profile');
  await expect.element(name).toHaveValue('Grace');

  const left = screen.router.navigate({ href: '/elsewhere' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await vi.waitFor(() => expect(pathname()).toBe('/elsewhere'));
  await Promise.all([stayed, left]);
});

it.each([
  ['keeps its values', false, 'Grace'],
  ['is empty', true, ''],
])('when saved it %s, and nothing is asked any more', async (_, clearsWhenSaved, value) => {
  const onSaved = vi.fn<() => void>();
  const { screen, name, save, pathname } = await open({ onSaved, clearsWhenSaved });
  answer(updateUser, () => ada);
  await name.fill('Grace');
  await save.click();
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalled());
  await expect.element(name).toHaveValue(value);
  await expect.element(save).not.toHaveAttribute('aria-disabled');
  await screen.router.navigate({ href: '/elsewhere' });
  expect(pathname()).toBe('/elsewhere');
});

it.each([
  ['keeps its values', false],
  ['is empty when saved', true],
])('a form that %s takes nothing for saved that was typed after it was sent', async (_, clearsWhenSaved) => {
  const onSaved = vi.fn<(name: string) => void>();
  const { screen, name, save, pathname } = await open({ onSaved, clearsWhenSaved });
  const onItsWay = Promise.withResolvers<void>();
  answer(updateUser, async () => {
    await onItsWay.promise;
    return ada;
  });
  await name.fill('Grace');
  await save.click();
  await name.fill('Grace M');
  onItsWay.resolve();
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalled());
  await expect.element(save).not.toHaveAttribute('aria-disabled');
  await expect.element(name).toHaveValue('Grace M');
  const left = screen.router.navigate({ href: '/elsewhere' });
  const question = screen.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await left;
  expect(pathname()).toBe('/elsewhere');
});

it('tells a failure as a message to whoever has left the page meanwhile', async () => {
  const onItsWay = Promise.withResolvers<void>();
  answer(updateUser, async () => {
    await onItsWay.promise;
    return refusal(422, 'The password is wrong.');
  });
  const screen = await draw(<Page />);
  await screen.getByRole('textbox', { name: 'First name' }).fill('Grace');
  await screen.getByRole('button', { name: 'Save names' }).click();
  await screen.getByRole('button', { name: 'Leave' }).click();
  onItsWay.resolve();
  await expect
    .element(screen.getByText('Your entries could not be saved. The password is wrong.'))
    .toBeVisible();
});
