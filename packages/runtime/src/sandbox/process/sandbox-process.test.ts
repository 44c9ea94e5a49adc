import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openSandbox } from '../../../test/sandbox-fixture.ts';

const UNHURRIED_MS = 180_000;
const FIXTURE = new URL('../../../test/sandbox-fixture.ts', import.meta.url);

it('counts a worker that a call used up, and none that no one needs any more', {
  timeout: UNHURRIED_MS,
}, async () => {
  const { run, sandbox, close } = openSandbox({ idleMs: 200 });
  await run('export default () => new Array(3e8).join()', { timeoutMs: 100 });
  await vi.waitFor(() => expect(sandbox.pid).toBeUndefined(), { timeout: UNHURRIED_MS });
  close();
  expect(sandbox.load.killed).toBe(1);
});

it('refuses calls while it has no place to listen, and ends nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'x'.repeat(100)));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
  const { run, close } = openSandbox();
  onTestFinished(close);
  expect(await run('export default () => 1')).toMatchObject({ isRefused: true });
  vi.unstubAllEnvs();
  await expect
    .poll(() => run('export default () => 1'), { timeout: UNHURRIED_MS })
    .toMatchObject({ result: '1' });
});

it('counts no worker that retires after a call that computed for long', {
  timeout: UNHURRIED_MS,
}, async () => {
  // Each begins in a worker of its own: the one before has to be gone first.
  const program = `
    import { openSandbox } from '${FIXTURE.href}';
    const { run, sandbox, close } = openSandbox({ fastWorkers: 1, maxWorkers: 1 });
    const source = 'let calls = 0; export default () => { for (let i = 0; i < 3e6; i++); return ++calls; }';
    const options = { key: 'acme:hyper-dispatch:1', timeoutMs: ${UNHURRIED_MS} };
    const results = [];
    for (let i = 0; i < 3; i++) results.push((await run(source, options)).result);
    console.log(JSON.stringify({ results, killed: sandbox.load.killed }));
    close();`;
  const [command, ...more] = [...withoutPriority(), process.execPath];
  const { stdout } = await promisify(execFile)(command, [...more, '--input-type=module', '-e', program]);
  expect(JSON.parse(stdout)).toEqual({ results: ['1', '1', '1'], killed: 0 });
});

/** Only root may take back a priority. */
function withoutPriority(): string[] {
  if (process.getuid?.() !== 0) return [];
  return ['setpriv', '--bounding-set=-sys_nice', '--inh-caps=-sys_nice'];
}
