import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const PROGRAM = `
  import { surviveClosedOutput } from '${new URL('./closed-output.ts', import.meta.url).href}';
  import { createLog } from '${new URL('./log.ts', import.meta.url).href}';
  surviveClosedOutput();
  process.stdin.once('data', async () => {
    const log = createLog({ level: 'info', isForPeople: false });
    for (const _ of ['once', 'and again']) {
      process.stderr.write('Stopping …\\n');
      log.info('under way');
      await new Promise(setImmediate);
    }
    process.exit(7);
  });
`;

test('a process finishes what is under way although no one takes what it says', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM]);
  for (const stream of [child.stderr, child.stdout]) stream.destroy();
  child.stdin.write('go\n');
  expect((await once(child, 'exit'))[0]).toBe(7);
});
