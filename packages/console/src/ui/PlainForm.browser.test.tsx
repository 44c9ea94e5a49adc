import { useState } from 'react';
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

it('leads into the first field that is wrong, each time it is sent', async () => {
  function Form() {
    const [isSent, setSent] = useState(false);
    return (
      <PlainForm onSubmit={() => setSent(true)}>
        <TextField label="Name" />
        <TextField label="Code" error={isSent ? 'Please enter the code.' : undefined} />
        <Button type="submit">Send</Button>
      </PlainForm>
    );
  }
  const screen = await draw(<Form />);
  const code = screen.getByRole('textbox', { name: 'Code' });
  for (const _ of ['once', 'twice']) {
    await screen.getByRole('button', { name: 'Send' }).click();
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveAccessibleDescription('Please enter the code.');
  }
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
