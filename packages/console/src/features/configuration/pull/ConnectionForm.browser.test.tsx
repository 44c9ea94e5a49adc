import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { signIn } from '../../../../test/sign-in.ts';
import { forgetKeptInputs } from '../../../lib/kept-input.ts';
import { ConnectionForm } from './ConnectionForm.tsx';

afterEach(() => forgetKeptInputs());

it('keeps the focus in the field in which Enter starts it', async () => {
  function Pull() {
    const [isBusy, setBusy] = useState(false);
    return (
      <ConnectionForm
        direction="pull"
        isBusy={isBusy}
        submitLabel="Pull"
        submitIcon={null}
        onSubmit={() => setBusy(true)}
      />
    );
  }
  signIn('configuration.exchange');
  const screen = await draw(<Pull />);
  await userEvent.fill(screen.getByLabelText(/^Repository URL/), 'https://git.example.com/a.git');
  await userEvent.fill(screen.getByLabelText(/^Username/), 'ada');
  const password = screen.getByLabelText(/^Password/);
  await userEvent.fill(password, 'secret');
  await userEvent.keyboard('{Enter}');
  await expect.element(password).toHaveAttribute('readonly');
  await expect.element(password).toHaveFocus();
});
