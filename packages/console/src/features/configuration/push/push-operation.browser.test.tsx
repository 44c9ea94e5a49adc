import { listBases } from '@atrium/contract/configuration/bases';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { getProgress } from '@atrium/contract/configuration/progress';
import { push } from '@atrium/contract/configuration/push';
import { previewPush } from '@atrium/contract/configuration/push-preview';
import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { basesQuery } from '../differences/comparison.queries.ts';
import { configuredServicesQuery } from '../import/import.queries.ts';
import { usePushOperation } from './push-operation.ts';

const request = { gitUrl: 'https://git.example.com/shop.git', username: 'ada', password: 'secret' };
const target = { branch: 'main', isNewBranch: false, defaultBranch: 'main' };
const shop = { serviceId: 'shop', serviceName: 'Shop', version: 2, lastChange: null, exchange: null };
const newer = {
  commitSha: 'abc1234',
  direction: 'PUSH' as const,
  exchangedOn: '2026-11-26T20:00:00Z',
  user: 'ada',
};

function Page() {
  const { id, preview, push: pushing, compare, confirm } = usePushOperation();
  const bases = useQuery(basesQuery('0190f2c4-7a10-7000-8000-000000000000'));
  const { data } = useQuery(configuredServicesQuery());
  return (
    <>
      <p>{`ahead: ${data?.services[0]?.ahead}, newer: ${bases.data?.services['shop']?.newer?.commitSha}`}</p>
      <button onClick={() => compare(request)}>Preview</button>
      {preview.data && <button onClick={confirm}>Push</button>}
      <p>{`Following: ${pushing.isPending ? id : 'none'}`}</p>
    </>
  );
}

it.each([
  ['has ended', () => ({ ...target, push: [] })],
  ['has ended, as far as is known', () => refusal(502, 'The answer was lost.')],
])('reads what is exchanged again when a push %s', async (_, end) => {
  let isPushed = false;
  answer(listConfiguredServices, () => ({ services: [{ ...shop, ahead: isPushed ? 0 : 3, behind: 0 }] }));
  const base = { exchange: '0190f2c4-7a10-7000-8000-000000000000', changed: {}, added: [], kept: [] };
  answer(listBases, () => ({ services: { shop: isPushed ? { ...base, newer } : base } }));
  answer(previewPush, () => ({ ...target, parent: null, isParentExchanged: true, services: [] }));
  answer(getProgress, () => refusal(404, 'It is not known.'));
  answer(push, () => {
    isPushed = true;
    return end();
  });
  const screen = await draw(<Page />);
  await expect.element(screen.getByText('ahead: 3, newer: undefined')).toBeVisible();
  await screen.getByRole('button', { name: 'Preview' }).click();
  await screen.getByRole('button', { name: 'Push' }).click();
  await expect.element(screen.getByText('ahead: 0, newer: abc1234')).toBeVisible();
});

it('shows the comparison and follows the push of a double click', async () => {
  answer(listConfiguredServices, () => ({ services: [] }));
  answer(listBases, () => ({ services: {} }));
  answer(previewPush, () => ({ ...target, parent: null, isParentExchanged: true, services: [] }));
  const held = Promise.withResolvers<void>();
  const sent: (string | undefined)[] = [];
  answer(push, async ({ body }) => {
    sent.push(body.progress);
    await held.promise;
    return { ...target, push: [] };
  });
  const screen = await draw(<Page />);
  const clickTwice = (name: string) => {
    const button = screen.getByRole('button', { name }).element() as HTMLElement;
    // Both clicks before a render.
    button.click();
    button.click();
  };
  clickTwice('Preview');
  await expect.element(screen.getByRole('button', { name: 'Push' })).toBeVisible();
  clickTwice('Push');
  await expect.element(screen.getByText(/^Following: .+-/)).toBeVisible();
  await expect.poll(() => sent).toHaveLength(1);
  await expect.element(screen.getByText(`Following: ${sent[0]}`)).toBeVisible();
  held.resolve();
  await expect.element(screen.getByText('Following: none')).toBeVisible();
});
