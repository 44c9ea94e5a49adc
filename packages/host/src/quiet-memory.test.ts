import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../test/quiet-memory-program.ts', import.meta.url));

/** Megabytes of heap: in use after a load, and held then and a while later. */
async function holdAfterLoad(...args: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
  return JSON.parse(stdout) as { before: number; after: number };
}

test('a process that was busy gives its memory back when it is quiet, which it does not do by itself', async () => {
  const [alone, helped] = await Promise.all([holdAfterLoad(), holdAfterLoad('helped')]);
  expect(helped.before).toBeGreaterThan(60);
  expect(helped.after).toBeLessThan(helped.before / 2);
  expect(alone.after).toBeGreaterThan(alone.before / 2);
});
