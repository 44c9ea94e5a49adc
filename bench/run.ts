import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Benchmark, isGood, machineLine, putResult, toTable } from './benchmark.ts';

// `npm run bench -- <name> …`: runs the named benchmarks one after the other, prints every value and updates docs/benchmarks.md.

const page = join(import.meta.dirname, '..', 'docs', 'benchmarks.md');
const ending = '.bench.ts';
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length));

async function runBenchmark(name: string): Promise<boolean> {
  const { benchmark } = (await import(`./${name}${ending}`)) as { benchmark: Benchmark };
  console.error(`${benchmark.title} …`);
  const series = await benchmark.run();
  console.log(`\n${toTable(series)}\n`);
  const machine = machineLine(new Date());
  await writeFile(page, putResult(await readFile(page, 'utf8'), benchmark, series, machine));
  return isGood(series);
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (wanted.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no benchmark "${name}".`);
  console.error(`Usage: npm run bench -- <name> …\nBenchmarks: ${names.join(', ')}`);
  process.exitCode = wanted.length === 0 ? 0 : 1;
} else {
  let areGood = true;
  for (const name of wanted) areGood = (await runBenchmark(name)) && areGood;
  if (!areGood) console.error('A goal was missed: see ✗ above.');
  process.exitCode = areGood ? 0 : 1;
}
