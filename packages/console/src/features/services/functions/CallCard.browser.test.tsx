import { getUserPrices } from '@atrium/contract/pricing/price-list';
import { countInvocations } from '@atrium/contract/service-api/functions/invocation-counts';
import { listInvocations, tryFunction } from '@atrium/contract/service-api/functions/invocations';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { CallCard } from './CallCard.tsx';

const at = <E extends { path: string }>(endpoint: E) =>
  ({ ...endpoint, path: `/services/shop${endpoint.path}` }) as const;

it('announces what came of a call, but neither its response nor a failure twice', async () => {
  let hasFailed = false;
  answer(getUserPrices, () => ({}));
  answer(at(countInvocations), () => ({ content: [] }));
  answer(at(listInvocations), () => ({ content: [], hasMore: false }));
  answer(at(tryFunction), ({ body }) => ({
    id: '0197a000-0000-7000-8000-0000000000a1',
    calledOn: '2026-11-24T12:00:00.000Z',
    event: null,
    version: 1,
    userId: 'ada',
    source: 'CONSOLE' as const,
    status: hasFailed ? ('FAIL' as const) : ('OK' as const),
    durationMs: 12,
    memoryBytes: 1,
    error: null,
    result: '"a long response"',
    console: '',
    failure: hasFailed ? { name: 'TypeError', message: 'x is not a function', stack: [] } : null,
    ...body,
  }));
  signIn('functions.invoke');
  const screen = await draw(<CallCard serviceId="shop" name="greet" />);
  const call = screen.getByRole('button', { name: 'Call', exact: true });
  const isSpoken = (element: Element) => element.closest('[aria-live], [role="status"]') !== null;
  await call.click();
  expect(isSpoken(await screen.getByText('The call succeeded after 12 ms.').findElement())).toBe(true);
  expect(isSpoken(await screen.getByText('"a long response"').findElement())).toBe(false);
  hasFailed = true;
  await call.click();
  expect(isSpoken(await screen.getByText('The call failed after 12 ms.').findElement())).toBe(true);
  expect(isSpoken(await screen.getByRole('alert').findElement())).toBe(false);
});
