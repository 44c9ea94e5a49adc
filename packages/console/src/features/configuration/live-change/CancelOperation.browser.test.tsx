import { cancelOperation } from '@atrium/contract/configuration/progress';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { CancelOperation } from './CancelOperation.tsx';

const id = '0197a000-0000-7000-8000-0000000000a1';

it('is busy until it is answered, and tells a failure', async () => {
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()] as const;
  let calls = 0;
  answer(cancelOperation, () => answers[calls++ === 0 ? 0 : 1].promise);
  const heard: string[] = [];
  const canceling = {
    onMutate: () => void heard.push('asked'),
    onError: () => void heard.push('failed'),
    onSuccess: () => void heard.push('canceled'),
  };
  const screen = await draw(<CancelOperation id={id} canceling={canceling} />);
  const button = screen.getByRole('button', { name: 'Cancel' });
  await button.click();
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  answers[0].resolve(refusal(500, 'It went wrong.'));
  const dialog = screen.getByRole('alertdialog', { name: 'It could not be canceled' });
  await expect.element(dialog.getByText('It went wrong.')).toBeVisible();
  expect(heard).toEqual(['asked', 'failed']);
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await button.click();
  answers[1].resolve(new Response(null, { status: 204 }));
  await expect.poll(() => heard).toEqual(['asked', 'failed', 'asked', 'canceled']);
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
});

it('asks again where the operation is not known yet', async () => {
  let calls = 0;
  answer(cancelOperation, () =>
    ++calls === 1 ? refusal(404, 'Not found.') : new Response(null, { status: 204 }),
  );
  let isCanceled = false;
  const onSuccess = () => {
    isCanceled = true;
  };
  const screen = await draw(<CancelOperation id={id} canceling={{ onSuccess }} />);
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => isCanceled, { timeout: 5_000 }).toBe(true);
  expect(calls).toBe(2);
});
