import { afterEach, expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { signIn } from '../../../../test/sign-in.ts';
import { forgetKeptInputs, keepInput } from '../../../lib/kept-input.ts';
import { useConnectionDraft } from './connection-draft.ts';

const typed = { gitUrl: 'https://git.example.com/a.git', username: 'ada@example.com', password: 'secret' };

function Form() {
  const { draft, change, remember } = useConnectionDraft();
  return (
    <>
      <p>{`${draft.username} at ${draft.gitUrl}, ${draft.password}`}</p>
      <button onClick={() => change(typed)}>Type</button>
      <button onClick={() => change({ gitUrl: 'https://ada:token@git.example.com/a.git' })}>Paste</button>
      <button onClick={remember}>Pull</button>
    </>
  );
}

afterEach(() => forgetKeptInputs());

it('is filled in with what the same person gave last, but for the password', async () => {
  signIn();
  keepInput('bob/git-connection', JSON.stringify({ username: 'bob@example.com' }));
  const screen = await draw(<Form />);
  await expect.element(screen.getByText('at ,', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Type' }).click();
  await screen.getByRole('button', { name: 'Pull' }).click();
  await screen.unmount();

  const again = await draw(<Form />);
  await expect
    .element(again.getByText(`${typed.username} at ${typed.gitUrl},`, { exact: true }))
    .toBeVisible();
  await again.unmount();

  // Simulates a sign-in by Bob.
  forgetKeptInputs('bob/');
  const forgotten = await draw(<Form />);
  await expect.element(forgotten.getByText('at ,', { exact: true })).toBeVisible();
});

it('keeps no address that has a token in it', async () => {
  signIn();
  const screen = await draw(<Form />);
  for (const name of ['Type', 'Paste', 'Pull']) await screen.getByRole('button', { name }).click();
  expect(JSON.stringify(localStorage)).toContain(typed.username);
  expect(JSON.stringify(localStorage)).not.toContain('token@');
});
