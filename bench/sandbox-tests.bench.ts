import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { type Benchmark, measureRounds, timeMs } from './benchmark.ts';
import { importFiles, type MeasuredServices, withServices } from './services.ts';

const COUNT = 10_000;

const subjects = [
  { name: `${COUNT} tests in the sandbox`, unit: 'ms' },
  { name: 'Same bodies with node:test, without isolation', unit: 'ms', isReference: true },
  { name: 'Sandbox as a multiple of node:test', unit: '', limit: 1.5 },
  { name: 'Run with coverage as a multiple of a run without', unit: '', limit: 1.03 },
] as const;

export const benchmark: Benchmark = {
  name: 'sandbox-tests',
  title: 'Ten thousand tests',
  about: `${COUNT} tests, one per file: 80 % trivial, 15 % compute fib(15), 5 % read an entry of a collection. Each has a fresh sandbox. Runs with and without coverage alternate; the fastest of three count. Reference: the same bodies as one file of node:test in one process without isolation.`,
  run: () => withServices(measureTests),
};

const fib = 'const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));';

async function measureTests({ url, database, tokenFor }: MeasuredServices) {
  const token = await tokenFor('bench');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { tests: starter } = (await (await fetch(`${url}/tests`, { headers })).json()) as {
    tests: { id: string }[];
  };
  const files: Record<string, string> = {};
  for (let i = 0; i < COUNT; i++) files[`tests/bench/t${i}.js`] = sourceOf(i);
  await importFiles(url, token, files);
  const known = new Set(starter.map(({ id }) => id));
  const ids = Object.keys(files)
    .map((path) => path.slice(0, -'.js'.length))
    .filter((id) => !known.has(id));

  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const reference = join(folder, 'reference.mjs');
  await writeFile(reference, referenceFile(database));
  const runAll = async (reach: boolean) => {
    const body = JSON.stringify({ runId: 'bench', tests: ids, reach });
    const text = await (await fetch(`${url}/tests/run`, { method: 'POST', headers, body })).text();
    const last = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '{}') as { ok?: number };
    if (last.ok !== COUNT) {
      const failed = text.split('\n').filter((line) => line.includes('"status":"FAIL"'));
      throw new Error(`only ${last.ok} tests passed: ${failed.slice(0, 3).join('\n')}`);
    }
  };
  try {
    return await measureRounds(
      subjects,
      async () => {
        const fastest = { plain: Number.POSITIVE_INFINITY, recorded: Number.POSITIVE_INFINITY };
        for (const kind of ['plain', 'recorded', 'recorded', 'plain', 'plain', 'recorded'] as const) {
          fastest[kind] = Math.min(fastest[kind], await timeMs(() => runAll(kind === 'recorded')));
        }
        const ours = fastest.recorded;
        const theirs = await timeMs(async () => {
          const child = spawn(
            process.execPath,
            ['--test', '--test-isolation=none', '--test-reporter=dot', reference],
            {
              stdio: ['ignore', 'ignore', 'inherit'],
            },
          );
          const [code] = await once(child, 'exit');
          if (code !== 0) throw new Error(`node:test ended with ${code}`);
        });
        return [ours, theirs, ours / theirs, fastest.recorded / fastest.plain];
      },
      { warmUps: 1, repeats: 3 },
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

function kindOf(index: number): 'trivial' | 'fib' | 'read' {
  const part = index % 20;
  return part < 16 ? 'trivial' : part < 19 ? 'fib' : 'read';
}

function sourceOf(index: number): string {
  const kind = kindOf(index);
  if (kind === 'trivial')
    return `export default ({ expect }) => {\n  expect(${index} + 1).to.equal(${index + 1});\n};\n`;
  if (kind === 'fib')
    return `${fib}\n\nexport default ({ expect }) => {\n  expect(fib(15)).to.equal(610);\n};\n`;
  return "export default async ({ content, expect }) => {\n  expect((await content.get('products', 'cup')).name).to.equal('Cup');\n};\n";
}

function referenceFile(database: pg.ClientConfig): string {
  const root = join(import.meta.dirname, '..', 'package.json');
  const bodies = {
    trivial: (i: number) => `() => { expect(${i} + 1).to.equal(${i + 1}); }`,
    fib: () => `() => { ${fib} expect(fib(15)).to.equal(610); }`,
    read: () =>
      "async () => { const { rows } = await pool.query(query, ['bench', 'products', 'cup']); expect(rows[0].document.name).to.equal('Cup'); }",
  };
  const tests = Array.from({ length: COUNT }, (_, i) => `test('t${i}', ${bodies[kindOf(i)](i)});`);
  return `import test, { after } from 'node:test';
import { createRequire } from 'node:module';
const require = createRequire(${JSON.stringify(root)});
const { expect } = await import(require.resolve('chai'));
const pg = require('pg');
const pool = new pg.Pool(${JSON.stringify(database)});
const query = 'select id, document from runtime.entry where domain_id = $1 and collection = $2 and id = $3';
after(() => pool.end());
${tests.join('\n')}
`;
}
