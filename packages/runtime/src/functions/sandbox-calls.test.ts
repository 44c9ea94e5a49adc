import { takeSteps } from '@atrium/host/event-loop';
import { afterAll, expect, it } from 'vitest';
import { openSandbox } from '../../test/sandbox-fixture.ts';
import { ann } from '../../test/support.ts';
import { toConfiguration } from '../configuration/live-configuration.ts';
import { MAX_SOURCE_LENGTH } from '../sandbox/limits.ts';
import { runInSandbox } from './sandbox-calls.ts';

const { sandbox, close } = openSandbox();
afterAll(close);

const MILLION = 1_000_000;
const one = { name: 'one.js', content: 'export default () => 1' };
/** A million characters, kept once. */
const long = `//${' '.repeat(MILLION - 2)}`;

async function run(fillers: number, filler = long) {
  const files = [one, ...Array.from({ length: fillers }, (_, i) => ({ name: `x${i}.js`, content: filler }))];
  const placed = files.map((file) => ({ ...file, folderPath: 'functions', checksum: '' }));
  return runInSandbox(sandbox, {
    kind: 'function',
    serviceId: 'hyper-dispatch',
    caller: ann,
    live: await takeSteps(toConfiguration(`acme:hyper-dispatch:${fillers}${filler.at(-1)}`, 1, placed)),
    path: 'functions/one.js',
    input: '',
    operations: new Map(),
  });
}

it('runs what a machine has room for, and says so of more', { timeout: 120_000 }, async () => {
  expect(await run(MAX_SOURCE_LENGTH / MILLION - 1)).toMatchObject({ failure: null, result: '1' });
  expect((await run(MAX_SOURCE_LENGTH / MILLION)).failure?.name).toBe('SourcesLimit');
  // Fewer characters, but each takes two bytes on its way to the machine.
  const quotes = long.replaceAll(' ', '"');
  expect(await run(50, quotes)).toMatchObject({ failure: null, result: '1' });
  expect((await run(51, quotes)).failure?.name).toBe('SourcesLimit');
});
