import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../test/accessibility.ts';
import { draw } from '../../test/draw.tsx';
import { Button } from './Button.tsx';
import { PlainForm } from './PlainForm.tsx';
import { TextField } from './TextField.tsx';

it('is sent by Enter and by its button, and the browser neither checks it nor leaves the page', async () => {
  const onSubmit = vi.fn<() => void>();
  const screen = await draw(
    <PlainForm onSubmit={onSubmit} label="Find people" isSearch>
      <TextField label="E-mail" type="email" required />
      <Button type="submit">Find</Button>
    </PlainForm>,
  );
  const form = screen.getByRole('search', { name: 'Find people' });
  await userEvent.tab();
  await expect.element(form.getByRole('textbox', { name: 'E-mail' })).toHaveFocus();
  await userEvent.keyboard('no address{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
  await form.getByRole('button', { name: 'Find' }).click();
  expect(onSubmit).toHaveBeenCalledTimes(2);
  await expect.element(form.getByRole('textbox')).toHaveValue('no address');
  await expectNoFindings();
});

it('is no landmark without a name', async () => {
  const screen = await draw(
    <PlainForm onSubmit={() => {}}>
      <TextField label="Code" />
    </PlainForm>,
  );
  await expect.element(screen.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await expect.element(screen.getByRole('form')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('search')).not.toBeInTheDocument();
});
