import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The same bodies for both runners: 80 % trivial, 15 % some arithmetic, 5 % one call of a function. */
const bodies = {
  trivial: 'expect(1 + 1).to.equal(2);',
  fib: 'const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2)); expect(fib(15)).to.equal(610);',
  call: "const answer = await call('greet', { name: 'Ada' }); expect(answer.greeting).to.equal('Hello Ada!');",
};

function bodyOf(index: number): string {
  if (index % 20 === 19) return bodies.call;
  return index % 20 >= 16 ? bodies.fib : bodies.trivial;
}

/** The tests as files of a service's configuration. */
export function testFolders(count: number): { name: string; files: object[] }[] {
  const folders = new Map<string, object[]>();
  for (let index = 0; index < count; index += 1) {
    const folder = `tests/many/group-${String(Math.floor(index / 100)).padStart(3, '0')}`;
    const files = folders.get(folder) ?? [];
    folders.set(folder, files);
    files.push({
      name: `test-${String(index).padStart(5, '0')}.js`,
      action: 'remote',
      content: `export default async function test({ call, expect }) {\n  ${bodyOf(index)}\n}\n`,
    });
  }
  return [...folders].map(([name, files]) => ({ name, files }));
}

/** The same bodies under node:test, in one process without isolation; from its start to its end. */
export async function runUnderNode(count: number): Promise<number> {
  // Inside the workspace, so that it finds the same assertion library.
  const folder = await mkdtemp(join(import.meta.dirname, 'node-test-'));
  try {
    const file = join(folder, 'many.test.mjs');
    const tests = Array.from({ length: count }, (_, index) => {
      return `test('test ${index}', async () => { ${bodyOf(index)} });`;
    });
    const head = [
      "import { test } from 'node:test';",
      "import { expect } from 'chai';",
      "const call = async (name, { name: who }) => ({ greeting: 'Hello ' + who + '!' });",
    ];
    await writeFile(file, [...head, ...tests].join('\n'));
    const startedAt = performance.now();
    const args = ['--test', '--test-isolation=none', '--test-reporter=dot', file];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`node:test ended with ${code}`);
    return performance.now() - startedAt;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
