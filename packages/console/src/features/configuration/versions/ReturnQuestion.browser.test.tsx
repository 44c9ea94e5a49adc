import { compareSides } from '@atrium/contract/configuration/comparison';
import { returnToVersion } from '@atrium/contract/configuration/versions';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { ReturnQuestion } from './ReturnQuestion.tsx';

const place = { folderPath: 'functions', name: 'greet.js', filePath: 'functions/greet.js' };
const file = { ...place, type: 'CHANGED' as const, before: 'a', after: 'b' };
const comparedTo = (files: (typeof file)[]) => ({ services: [{ serviceId: 'shop', files }] });

it('does not say that nothing was changed when no one knows, and asks again with what is live then', async () => {
  answer(compareSides, () => comparedTo([file]));
  answer(returnToVersion, () => {
    answer(compareSides, () => comparedTo([]));
    return refusal(502, 'The answer was lost.');
  });
  const service = { id: 'shop', name: 'Shop' };
  const screen = await draw(
    <ReturnQuestion service={service} version={1} liveVersion={2} onClose={() => {}} />,
  );
  await expect.element(screen.getByText('functions/greet.js')).toBeVisible();
  await screen.getByRole('button', { name: 'Return' }).click();
  const failed = screen.getByRole('alertdialog', { name: /^It is not known/ });
  await expect.element(failed.getByText('The answer was lost.')).toBeVisible();
  await failed.getByRole('button', { name: 'Ok' }).click();
  await expect.element(screen.getByText('All files are already as in version 1.')).toBeVisible();
});
