import { expect, it } from 'vitest';
import { failedResult } from '../sandbox/sandbox-call.ts';
import { describeCall, type EndedCall } from './logged-call.ts';
import { WaitingCalls } from './waiting-calls.ts';

const CALLED_ON = new Date('2026-11-22T10:00:00Z');
const MAX_BYTES = 64 * 1024 * 1024;

/** A call with as much to log as a call can have. */
function largeCall(): EndedCall {
  const text = '€'.repeat(64 * 1024);
  const result = failedResult({ name: 'Error', message: text }, { result: text, console: text });
  const whose = {
    id: '019aab00-0000-7000-8000-000000000000',
    domainId: 'acme',
    serviceId: 'hyper-dispatch',
    userId: 'ann',
    limitBytes: 1,
  };
  return { ...whose, function: 'orders/create', event: null, version: 1, input: text, result };
}

const bytesOf = ({ rows }: WaitingCalls) => rows.reduce((sum, { bytes }) => sum + bytes, 0);

function fill(waiting: WaitingCalls): number {
  const call = largeCall();
  const details = describeCall(call, 'API');
  for (let calls = 1; ; calls += 1) {
    const before = waiting.rows.length;
    waiting.count(call, CALLED_ON);
    waiting.keep(call, details);
    if (waiting.rows.length === before) return calls;
  }
}

it('keeps calls up to a number of bytes, counts those beyond, and holds no more when some are taken back', () => {
  const waiting = new WaitingCalls();
  const calls = fill(waiting);
  expect(bytesOf(waiting)).toBeGreaterThan(MAX_BYTES * 0.99);
  expect(bytesOf(waiting)).toBeLessThanOrEqual(MAX_BYTES);
  const later = new WaitingCalls();
  const laterCalls = fill(later);
  later.addBack(waiting);
  expect(later.rows.length).toBe(waiting.rows.length);
  expect(later.days).toMatchObject([{ calls: calls + laterCalls, errors: calls + laterCalls }]);
});
