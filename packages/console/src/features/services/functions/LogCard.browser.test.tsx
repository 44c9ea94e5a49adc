import { countInvocations } from '@atrium/contract/service-api/invocation-counts';
import { listInvocations } from '@atrium/contract/service-api/invocations';
import { afterEach, expect, it, vi } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { typeHeld } from '../../../../test/type-held.ts';
import { SEARCH_DEBOUNCE_MS } from '../../../ui/use-settled.ts';
import { LogCard } from './LogCard.tsx';

const calls = { ...listInvocations, path: `/services/shop${listInvocations.path}` } as const;
const counts = { ...countInvocations, path: `/services/shop${countInvocations.path}` } as const;

afterEach(() => void vi.useRealTimers());

it('asks the service once for what is typed, after the pause', async () => {
  const searches: (string | undefined)[] = [];
  answer(calls, ({ query }) => {
    searches.push(query.search);
    return { content: [], hasMore: false };
  });
  answer(counts, () => ({ content: [] }));
  signIn('functions.invoke');
  const screen = await draw(<LogCard serviceId="shop" hrefOf={(name) => name} />);
  await expect.element(screen.getByText(/^No function was called recently\./)).toBeVisible();
  const field = screen.getByRole('searchbox', { name: 'Search calls' }).element();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await typeHeld(field, 'orders', SEARCH_DEBOUNCE_MS - 1);
  expect(searches).toEqual([undefined]);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(() => searches).toEqual([undefined, 'orders']);
});
