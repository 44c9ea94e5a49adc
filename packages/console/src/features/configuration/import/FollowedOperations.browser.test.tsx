import { listProgress, type Operation } from '@atrium/contract/configuration/progress';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { ImportProgressDialog } from './ImportProgressDialog.tsx';

const buildOperation = (part: Partial<Operation>): Operation => ({
  id: '0197a000-0000-7000-8000-0000000000a1',
  kind: 'PULL',
  state: 'RUNNING',
  phase: 'FETCH',
  done: 0,
  total: null,
  startedOn: '2026-11-27T12:00:00.000Z',
  endedOn: null,
  error: null,
  about: 'https://git.example.com/shop.git',
  uuid: null,
  ...part,
});

it('an operation that ends keeps its place, and one that begins moves no button', async () => {
  const push = buildOperation({ kind: 'PUSH' });
  const pull = buildOperation({ id: '0197a000-0000-7000-8000-0000000000a2' });
  const added = buildOperation({ id: '0197a000-0000-7000-8000-0000000000a3', kind: 'IMPORT', about: null });
  let operations = [pull, push];
  answer(listProgress, () => ({ operations }));
  const screen = await draw(<ImportProgressDialog onClose={() => {}} />);
  const dialog = screen.getByRole('dialog', { name: 'Import progress' });
  const cancelOf = (kind: string) =>
    dialog.getByRole('button', { name: new RegExp(`^Cancel: ${kind}, https://`) });
  await expect.element(cancelOf('Pull')).toBeVisible();
  const placeOf = () => cancelOf('Push').element().getBoundingClientRect().top;
  // The dialog is centered, so content below the table moves as the table grows.
  const top = () => dialog.element().getBoundingClientRect().top;
  const place = placeOf() - top();
  (cancelOf('Pull').element() as HTMLElement).focus();

  operations = [added, { ...pull, state: 'DONE' }, push];
  await expect.element(dialog.getByRole('row', { name: /^Import Running/ })).toBeVisible();
  await expect.element(cancelOf('Pull')).not.toBeInTheDocument();
  expect(placeOf() - top()).toBe(place);
  await expect.element(dialog.getByText(/^Pull, .*Pulled$/)).toHaveFocus();
});

it('each button that continues a pull says which', async () => {
  const pulls = [30, 31].map((minute) =>
    buildOperation({
      id: `0197a000-0000-7000-8000-0000000000${minute}`,
      state: 'DONE',
      startedOn: `2026-11-27T12:${minute}:00.000Z`,
      uuid: `0197a000-0000-7000-8000-0000000001${minute}`,
    }),
  );
  answer(listProgress, () => ({ operations: pulls }));
  const screen = await draw(<ImportProgressDialog onClose={() => {}} />);
  for (const minute of [30, 31])
    for (const label of ['Resume', 'Import Everything'])
      await expect
        .element(screen.getByRole('button', { name: new RegExp(`^${label}: Pull, .*:${minute}:00$`) }))
        .toBeVisible();
});
