import { countInvocations } from '@atrium/contract/service-api/functions/invocation-counts';
import { type Invocation, listInvocations } from '@atrium/contract/service-api/functions/invocations';
import { afterEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { typeHeld } from '../../../../test/type-held.ts';
import { SEARCH_DEBOUNCE_MS } from '../../../ui/use-settled.ts';
import { LogCard } from './LogCard.tsx';

const calls = { ...listInvocations, path: `/services/shop${listInvocations.path}` } as const;
const counts = { ...countInvocations, path: `/services/shop${countInvocations.path}` } as const;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

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

it('reads the counts again with the log', async () => {
  const reads = { calls: 0, counts: 0 };
  answer(calls, () => {
    reads.calls += 1;
    return { content: [], hasMore: false };
  });
  answer(counts, () => {
    reads.counts += 1;
    return { content: [] };
  });
  signIn('functions.invoke');
  const screen = await draw(<LogCard serviceId="shop" hrefOf={(name) => name} />);
  await expect.poll(() => reads).toEqual({ calls: 1, counts: 1 });
  await screen.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => reads).toEqual({ calls: 2, counts: 2 });
});

it('follows the log only while no one is in its rows, which are told apart', async () => {
  let reads = 0;
  const build = (id: number, part: Pick<Invocation, 'function' | 'status'>): Invocation => ({
    id: `0190f2c4-7a10-7000-8000-00000000000${id}`,
    calledOn: '2026-11-27T19:30:04.000Z',
    event: null,
    version: 1,
    userId: 'ada',
    source: 'API',
    durationMs: 1,
    memoryBytes: 1,
    error: null,
    ...part,
  });
  answer(calls, () => {
    reads += 1;
    return {
      content: [build(1, { function: 'greet', status: 'OK' }), build(2, { function: 'pay', status: 'FAIL' })],
      hasMore: false,
    };
  });
  answer(counts, () => ({ content: [] }));
  signIn('functions.invoke');
  const screen = await draw(<LogCard serviceId="shop" hrefOf={(name) => name} />);
  const failed = screen.getByRole('button', { name: /: pay, Failed$/ });
  await expect.element(screen.getByRole('button', { name: /: greet, OK$/ })).toBeVisible();
  // The pointer of an earlier test may be over the rows.
  await userEvent.hover(screen.getByRole('heading', { name: 'Calls' }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const follow = () => vi.advanceTimersByTimeAsync(60_000);
  /** A response takes real time, and the next interval begins with its drawing. */
  const readsAgain = async () => {
    const before = reads;
    await expect
      .poll(async () => {
        await follow();
        return reads;
      })
      .toBeGreaterThan(before);
  };
  (screen.getByRole('switch', { name: 'Follow' }).element() as HTMLElement).click();
  await readsAgain();
  const element = failed.element() as HTMLElement;
  element.focus();
  await expect.element(screen.getByText('Follow (paused)')).toBeVisible();
  const before = reads;
  await follow();
  expect(reads).toBe(before);
  element.blur();
  await expect.element(screen.getByText('Follow (paused)')).not.toBeInTheDocument();
  await readsAgain();
});

it('exports what is found with input, response, console output and failure, page by page', async () => {
  const calledOn = '2026-11-27T19:30:04.000Z';
  const more = { input: '{"name":"Ada"}', result: '"ok"', console: 'teapot', failure: null };
  const asked: (string | undefined)[] = [];
  answer(calls, ({ query }) => {
    if (!query.details) return { content: [], hasMore: false };
    asked.push(query.before);
    // A passing fault of one page is no reason to begin again, and an empty page is the last one.
    if (asked.length === 2) return refusal(503, 'Try again later.');
    if (asked.length === 4) return { content: [], hasMore: true };
    const id = `0190f2c4-7a10-7000-8000-00000000000${asked.length === 1 ? 2 : 1}`;
    const plain = { event: null, version: 1, userId: 'ada', durationMs: 1, memoryBytes: 1, error: null };
    const call = { id, calledOn, function: 'greet', source: 'API', status: 'OK', ...plain, ...more } as const;
    return { content: [call], hasMore: true };
  });
  answer(counts, () => ({ content: [] }));
  signIn('functions.invoke');
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return '#';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const screen = await draw(<LogCard serviceId="shop" hrefOf={(name) => name} />);
  const { queries } = screen.client.getDefaultOptions();
  screen.client.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });
  await screen.getByRole('button', { name: 'Export' }).click();
  await expect.poll(() => saved.length).toBe(1);
  const lines = ((await saved[0]?.text()) ?? '').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([more, more]);
  const ids = [2, 2, 1].map((last) => `0190f2c4-7a10-7000-8000-00000000000${last}`);
  expect(asked).toEqual([undefined, ...ids]);
});
