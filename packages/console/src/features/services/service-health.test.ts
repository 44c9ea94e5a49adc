import { ApiError } from '@atrium/contract/api-error';
import { HealthResult } from '@atrium/contract/service-api/health';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { failedParts, isDegraded, readHealth, toHealthResult } from './service-health.ts';

const build = { tag: null, commit: null, build_date: null };
const health = (status: HealthResult['status']): HealthResult => ({ status, ...build });

it('is N/A without an address, and asks nobody', async () => {
  const never = () => Promise.reject(new Error('asked'));
  expect(await readHealth(null, undefined, never)).toEqual(health('N/A'));
  expect(await readHealth('', undefined, never)).toEqual(health('N/A'));
});

it('is what the service says', async () => {
  expect(await readHealth('/services/a/health', undefined, async () => health('DEGRADED'))).toEqual(
    health('DEGRADED'),
  );
});

it.each([
  ['the call fails', () => Promise.reject(new Error('503'))],
  ['the answer is no health result', async () => ({ state: 'fine' })],
  ['there is no answer', async () => undefined],
])('is DOWN when %s', async (_, get) => {
  expect(await readHealth('/services/a/health', undefined, get)).toEqual(health('DOWN'));
});

it('is not known when the platform refused the call: the service was never asked', async () => {
  const refused = new ApiError(401, undefined);
  const read = readHealth('/services/a/health', undefined, () => Promise.reject(refused));
  await expect(read).rejects.toBe(refused);
});

function readOrNothing(answer: unknown): HealthResult | undefined {
  try {
    return toHealthResult(answer);
  } catch {
    return undefined;
  }
}

it('is read as the contract says, whatever a service answers', () => {
  const text = fc.oneof(fc.string(), fc.constant(null), fc.integer());
  const answers = fc.oneof(
    fc.anything(),
    fc.record(
      {
        status: fc.constantFrom('UP', 'DOWN', 'DEGRADED', 'N/A', 'up', null),
        tag: text,
        commit: text,
        build_date: text,
        problems: fc.oneof(fc.array(text), fc.constant(undefined)),
        more: fc.anything(),
      },
      { requiredKeys: [] },
    ),
  );
  fc.assert(
    fc.property(answers, (answer) => {
      expect(readOrNothing(answer)).toEqual(HealthResult.safeParse(answer).data);
    }),
    { numRuns: 2_000 },
  );
});

it('is DOWN when there is no answer within five seconds', async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
  const reading = readHealth('/services/a/health', new AbortController().signal, (_, signal) => {
    const silence = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => silence.reject(signal.reason));
    return silence.promise;
  });
  expect(timeout).toHaveBeenCalledExactlyOnceWith(5000);
  limit.abort();
  expect(await reading).toEqual(health('DOWN'));
});

it('is neither when the read is cancelled', async () => {
  const cancelled = AbortSignal.abort(new Error('left'));
  await expect(readHealth('/a', cancelled, async (_, signal) => signal.throwIfAborted())).rejects.toThrow(
    'left',
  );
});

it('lists only what is down', () => {
  expect(failedParts({ be: health('UP'), fe: health('N/A') })).toEqual([]);
  expect(failedParts({ be: health('DEGRADED'), fe: health('UP') })).toEqual([]);
  expect(failedParts({ be: health('DOWN'), fe: health('DOWN') })).toEqual(['Service error!', 'UI error!']);
});

it('is degraded when a part is', () => {
  expect(isDegraded({ be: health('UP'), fe: health('N/A') })).toBe(false);
  expect(isDegraded({ be: health('DEGRADED'), fe: health('UP') })).toBe(true);
  expect(isDegraded({ be: health('UP'), fe: health('DEGRADED') })).toBe(true);
});
