import type { ServiceTestLine } from '@atrium/contract/service-api/functions/test-lines';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StartedTests } from './started-tests.ts';

const at = '2026-11-23T09:00:00.000Z';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('only tests that still run a moment later are told, once, and none after the run', () => {
  const lines: ServiceTestLine[] = [];
  const started = new StartedTests({ write: (line) => void lines.push(line) });
  started.begin('quick', at);
  started.begin('slow', at);
  started.end('quick');
  vi.runAllTimers();
  started.begin('second', at);
  vi.runAllTimers();
  started.end('slow');
  started.begin('left', at);
  started.close();
  vi.runAllTimers();
  expect(lines).toEqual([
    { id: 'slow', status: 'RUNNING', startedAt: at, durationMs: null },
    { id: 'second', status: 'RUNNING', startedAt: at, durationMs: null },
  ]);
});
