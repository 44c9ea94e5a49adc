import { readFile } from 'node:fs/promises';
import {
  CALL_MEMORY_MIB,
  CALL_WALL_MS,
  FUNCTION_CPU_MS,
  MAX_CALL_BYTES,
  MAX_CALL_DEPTH,
  MAX_CONSOLE_BYTES,
  MAX_RESULT_BYTES,
  TEST_CPU_MS,
} from '@atrium/contract/service-api/functions/call-limits';
import { MAX_TIMEOUT_SECONDS, MEMORY_MIB } from '@atrium/contract/service-api/functions/declaration';
import { expect, test } from 'vitest';
import {
  MAX_HOST_ARGUMENT,
  MAX_HOST_CALLS,
  MAX_SOURCE_BYTES,
  MAX_SOURCE_LENGTH,
  MAX_WAITING_HOST_CALLS,
  STACK_LIMIT_BYTES,
} from '../sandbox/limits.ts';
import { limits } from '../sandbox/worker/failure.ts';
import { MAX_DOMAIN_CALLS } from './functions.service.ts';

const MIB = 1024 * 1024;
const ROOT = new URL('../../../../', import.meta.url);

test.each(['docs/service-functions.md', 'packages/server/src/articles/content/write-functions.md'])(
  '%s says each limit of a call, as it is',
  async (file) => {
    const text = (await readFile(new URL(file, ROOT), 'utf8')).replaceAll(/\s+/g, ' ');
    const [, documented = ''] =
      /(?:Limits in the shipped services:|## Limits)(.*?)(?:Whether a call|## Call)/.exec(text) ?? [];
    const said = [
      `${FUNCTION_CPU_MS / 1000} s of processor time`,
      `for a test ${TEST_CPU_MS / 1000} s`,
      `${CALL_WALL_MS / 1000} s from start to end`,
      `${MAX_TIMEOUT_SECONDS} s`,
      `${CALL_MEMORY_MIB} MiB`,
      `${MEMORY_MIB.most} MiB`,
      `${STACK_LIMIT_BYTES / 1024} KiB`,
      `${MAX_CONSOLE_BYTES / 1024} KiB`,
      MAX_HOST_CALLS.toLocaleString('en-US'),
      `${MAX_WAITING_HOST_CALLS}`,
      `${MAX_CALL_DEPTH} deep`,
      `${MAX_SOURCE_LENGTH / 1e6} million characters`,
      `${Math.floor(MAX_SOURCE_BYTES / 1e6)} MB`,
      `${MAX_DOMAIN_CALLS}`,
    ];
    expect(said.filter((limit) => !documented.includes(limit))).toEqual([]);
    expect([MAX_CALL_BYTES, MAX_RESULT_BYTES, MAX_HOST_ARGUMENT]).toEqual([MIB, MIB, MIB]);
    expect(documented.match(/1 MiB/g)?.length).toBe(3);
  },
);

test('what refuses a call for its memory, stack, sources or result says the limit', () => {
  expect(limits.memory(CALL_MEMORY_MIB).message).toContain(`${CALL_MEMORY_MIB} MiB`);
  expect(limits.stack.message).toContain(`${STACK_LIMIT_BYTES / 1024} KiB`);
  expect(limits.result.message).toContain(`${MAX_RESULT_BYTES / MIB} MiB`);
  expect(limits.cpu(FUNCTION_CPU_MS).message).toContain('computed for more than 10 s');
  expect(limits.wall(CALL_WALL_MS).message).toContain('did not end within 30 s');
});
