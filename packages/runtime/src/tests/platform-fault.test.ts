import { CALL_WALL_MS } from '@atrium/contract/service-api/functions/call-limits';
import { expect, test } from 'vitest';
import { limitFailure, limits } from '../sandbox/worker/failure.ts';
import { isPlatformFault } from './platform-fault.ts';

const late = { failure: limitFailure(limits.wall(CALL_WALL_MS)), durationMs: CALL_WALL_MS + 1 };
const early = { ...late, durationMs: 1_500 };
const lost = { ...early, failure: limitFailure(limits.unavailable), isRefused: true as const };
const passed = { failure: null, durationMs: 4_000 };

test.each([
  ['what it asked for failed', early, { hadFault: true, waitedMs: 0 }, true],
  ['the sandbox was lost while it ran', lost, { hadFault: false, waitedMs: 0 }, true],
  ['it passed all the same', passed, { hadFault: true, waitedMs: 3_000 }, false],
  ['it waited for long, and its time ran out', late, { hadFault: false, waitedMs: 3_000 }, true],
  ['it waited for long, and failed in its time', early, { hadFault: false, waitedMs: 1_200 }, false],
  ['it hardly waited, and its time ran out', late, { hadFault: false, waitedMs: 200 }, false],
])('%s', (_, result, known, isFault) => {
  expect(isPlatformFault(result, known)).toBe(isFault);
});
