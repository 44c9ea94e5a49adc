import { deleteQuarantine, listQuarantines, type Quarantine } from '@atrium/contract/test-runs/quarantine';
import { expect, it, vi } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { QuarantineCard } from './QuarantineCard.tsx';

function buildQuarantine(id: string): Quarantine {
  const createdOn = '2026-11-22T02:40:00.000Z';
  return { id, reason: 'Waits for the new tax rates', until: '2026-12-01', createdOn, user: 'ada' };
}

it('tests of the same path in two services are told apart', async () => {
  signIn('configuration.write');
  const ended = vi.fn<(id: string) => undefined>();
  answer(listQuarantines, () => ['content/tests/create', 'shop/tests/create'].map(buildQuarantine));
  answer(deleteQuarantine, ({ query }) => ended(query.id));
  const screen = await draw(<QuarantineCard />);
  await expect.element(screen.getByText('content/tests/create')).toBeVisible();
  await expect.element(screen.getByText('1 Dec 2026').first()).toBeVisible();
  await screen.getByRole('button', { name: 'Delete quarantine of shop/tests/create' }).click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question.getByText(/the test "shop\/tests\/create" out/)).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await vi.waitFor(() => expect(ended).toHaveBeenCalledWith('shop/tests/create'));
});
