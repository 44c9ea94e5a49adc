import type { FileProof } from '@atrium/contract/test-runs/proof';
import { expect, test } from 'vitest';
import { timeAgo } from '../../lib/time-ago.ts';
import { proofText } from './proof-text.ts';

const now = new Date('2026-11-23T12:00:00Z');
const file = { folderPath: 'functions', name: 'greet.js', checksum: 'a'.repeat(40) };
const passed = { runId: 'r', at: '2026-11-23T11:48:00Z' };

const textOf = (counts: Partial<FileProof>) =>
  proofText({ ...file, passed: null, tests: 0, passing: 0, failing: 0, ...counts }, now, 'function');

test.each([
  [{}, 'No test reaches this function'],
  [{ passed, tests: 3, passing: 3 }, 'Proven by 3 tests, 12 minutes ago'],
  [{ passed, tests: 1, passing: 1 }, 'Proven by 1 test, 12 minutes ago'],
  [{ passed, tests: 2 }, 'Proven 12 minutes ago, and not run with this content since'],
  [{ tests: 1 }, 'Not proven since it changed: 1 test reaches it'],
  [{ tests: 2 }, 'Not proven since it changed: 2 tests reach it'],
  [{ passed, tests: 3, passing: 2, failing: 1 }, '1 of 3 tests that reach this function fails'],
  [{ tests: 1, failing: 1 }, '1 of 1 test that reaches this function fails'],
])('%j is told as "%s"', (counts, text) => expect(textOf(counts)).toBe(text));

test.each([
  ['2026-11-23T12:00:05Z', 'just now'],
  ['2026-11-23T11:59:01Z', 'just now'],
  ['2026-11-23T11:58:30Z', '1 minute ago'],
  ['2026-11-23T09:00:00Z', '3 hours ago'],
  ['2026-11-20T13:00:00Z', '2 days ago'],
])('%s is %s', (moment, text) => expect(timeAgo(moment, now)).toBe(text));
