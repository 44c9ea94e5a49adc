import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Benchmark, isGood, machineLine, putResult, toTable } from './benchmark.ts';

// `npm run bench -- <name> …`: runs the named benchmarks one after the other, prints every value and updates docs/benchmarks.md.
// The parts of a benchmark that has some can follow its name.

const page = join(import.meta.dirname, '..', 'docs', 'benchmarks.md');
const ending = '.bench.ts';
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length));

async function runBenchmark(name: string, parts: string[]): Promise<boolean> {
  const { benchmark } = await load(name);
  console.error(`${benchmark.title} …`);
  const series = await benchmark.run(parts.length > 0 ? parts : undefined);
  console.log(`\n${toTable(series)}\n`);
  const machine = machineLine(new Date());
  const { put = putResult } = benchmark;
  await writeFile(page, put(await readFile(page, 'utf8'), benchmark, series, machine, parts.length > 0));
  return isGood(series);
}

async function load(name: string): Promise<{ benchmark: Benchmark }> {
  return (await import(`./${name}${ending}`)) as { benchmark: Benchmark };
}

interface Wanted {
  name: string;
  parts: string[];
}

const wanted: Wanted[] = [];
const unknown: string[] = [];
for (const name of process.argv.slice(2)) {
  const last = wanted.at(-1);
  if (names.includes(name)) wanted.push({ name, parts: [] });
  else if (last !== undefined && (await load(last.name)).benchmark.parts?.includes(name))
    last.parts.push(name);
  else unknown.push(name);
}
if (wanted.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no benchmark "${name}".`);
  console.error(`Usage: npm run bench -- <name> …\nBenchmarks: ${names.join(', ')}`);
  for (const { name } of wanted) {
    const { parts } = (await load(name)).benchmark;
    if (parts !== undefined) console.error(`Parts of ${name}: ${parts.join(', ')}`);
  }
  process.exitCode = unknown.length === 0 ? 0 : 1;
} else {
  let areGood = true;
  for (const { name, parts } of wanted) areGood = (await runBenchmark(name, parts)) && areGood;
  if (!areGood) console.error('A goal was missed: see ✗ above.');
  process.exitCode = areGood ? 0 : 1;
}
