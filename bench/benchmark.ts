import { cpus, totalmem } from 'node:os';

/** A measured value, or the reference that others are compared with. */
export interface Subject {
  name: string;
  unit: 'ms' | 'MB' | 'kB' | 'requests/s' | 'tests/s' | 'requests' | '';
  /** The others are divided by its median. */
  isReference?: boolean;
  /** Limit of the median: an upper bound, or a lower one for rates and with `isAtLeast`. */
  limit?: number;
  isAtLeast?: boolean;
  /** Upper bound as a multiple of the reference's median. */
  limitRatio?: number;
  /** Point of a curve. Its reference is the same operation at the smallest size. */
  point?: { curve: string; operation: string; size: number };
}

export interface Series extends Subject {
  values: number[];
}

/** A benchmark of `npm run bench`, one per `*.bench.ts`. */
export interface Benchmark {
  name: string;
  title: string;
  /** Measured calls, their setting and the reference: one paragraph of docs/benchmarks.md. */
  about: string;
  /** Names of the parts that can be measured alone, given after the name of the benchmark. */
  parts?: readonly string[];
  run(parts?: readonly string[]): Promise<Series[]>;
  /** Puts the values into docs/benchmarks.md, if not as `putResult` does. */
  put?: typeof putResult;
}

/** Number that a run counted, with its upper bound. */
export const count = (name: string, value: number, limit?: number): Series => ({
  name,
  unit: '',
  values: [value],
  ...(limit !== undefined && { limit }),
});

/** One round of measuring: a value for every subject. */
export type Round = () => Promise<readonly number[]>;

/**
 * Runs whole rounds, so that each subject and its reference are measured in turn on an equally busy machine. The first
 * rounds warm up caches and compilers and don't count.
 */
export async function measureRounds(
  subjects: readonly Subject[],
  round: Round,
  { warmUps, repeats }: { warmUps: number; repeats: number },
): Promise<Series[]> {
  const series = subjects.map((subject): Series => ({ ...subject, values: [] }));
  for (let index = 0; index < warmUps + repeats; index++) {
    const values = await round();
    if (index < warmUps) continue;
    series.forEach((each, position) => {
      const value = values[position];
      if (value === undefined) throw new Error(`a round returned no value for ${each.name}`);
      each.values.push(value);
    });
  }
  return series;
}

export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export function median(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Whether the limit is a lower bound: for rates, and for subjects marked `isAtLeast`. */
function isFloor({ unit, isAtLeast = unit.endsWith('/s') }: Subject): boolean {
  return isAtLeast;
}

interface Goal {
  readonly text: string;
  readonly isMet: boolean;
}

/** Goals of a subject, absolute and relative to the reference. */
function goalsOf(each: Series, reference: Series | undefined): Goal[] {
  const { limit, limitRatio, values } = each;
  const goals: Goal[] = [];
  if (limit !== undefined) {
    const isMet = isFloor(each) ? median(values) >= limit : median(values) <= limit;
    goals.push({ text: `${isFloor(each) ? '≥' : '≤'} ${show(limit)}`, isMet });
  }
  const times = timesReference(each, reference);
  if (limitRatio !== undefined && times !== undefined) {
    goals.push({ text: `≤ ${show(limitRatio)} ×`, isMet: times <= limitRatio });
  }
  return goals;
}

function referenceOf(series: readonly Series[], each: Series): Series | undefined {
  return series.find(
    ({ isReference, point }) =>
      isReference && point?.curve === each.point?.curve && point?.operation === each.point?.operation,
  );
}

function timesReference(each: Series, reference: Series | undefined): number | undefined {
  if (reference === undefined || reference === each || reference.unit !== each.unit) return undefined;
  return median(each.values) / median(reference.values);
}

/** Whether every goal is met. */
export function isGood(series: readonly Series[]): boolean {
  return series.every((each) => goalsOf(each, referenceOf(series, each)).every(({ isMet }) => isMet));
}

/** Hardware, Node and date of a measurement. */
export function machineLine(date: Date): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const model = (processors[0]?.model ?? 'unknown processor').trim();
  const day = date.toISOString().slice(0, 10);
  return `${processors.length} × ${model}, ${memory} GB, ${process.platform} ${process.arch}, Node ${process.version}, ${day}`;
}

export function show(value: number): string {
  if (Number.isNaN(value)) return 'none';
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}

const HEAD = ['| What | Median | Spread | Runs | Times the reference | Goal |', '|---|--:|--:|--:|--:|--:|'];

/** A row of cells for each series. */
export function toCells(series: readonly Series[]) {
  return series.map((each) => {
    const { values, unit, name } = each;
    const reference = referenceOf(series, each);
    const times = timesReference(each, reference);
    return {
      name,
      median: `${show(median(values))} ${unit}`.trim(),
      spread: `${show(Math.min(...values))} to ${show(Math.max(...values))}`,
      runs: values.length,
      times: times === undefined ? (each === reference ? 'reference' : '') : `${show(times)} ×`,
      goal: goalsOf(each, reference)
        .map(({ text, isMet }) => `${text} ${isMet ? '✓' : '✗'}`)
        .join(', '),
    };
  });
}

/** Every measured value, for the terminal. */
export function toTable(series: readonly Series[]): string {
  const rows = toCells(series).map(
    ({ name, median: middle, spread, runs, times, goal }) =>
      `| ${name} | ${middle} | ${spread} | ${runs} | ${times} | ${goal} |`,
  );
  return [...HEAD, ...rows].join('\n');
}

/**
 * Replaces a benchmark's rows in the summary table of docs/benchmarks.md, which has the values with a goal, and its
 * paragraph below. Rows and paragraph of a new benchmark are appended. After a run of some parts only, rows with other
 * names stay, apart from numbers in the names.
 */
export function putResult(
  page: string,
  benchmark: Benchmark,
  series: readonly Series[],
  machine: string,
  isOfParts = false,
): string {
  const { name, title, about } = benchmark;
  const [summary = '', ...paragraphs] = page.trimEnd().split(/\n\n(?=## )/);
  const rows = toCells(series)
    .filter(({ goal }) => goal !== '')
    .map((row) => `| ${name} | ${row.name} | ${row.median} | ${row.spread} | ${row.times} | ${row.goal} |`);
  const lines = summary.split('\n');
  const nameOf = (line: string) =>
    line
      .split(' | ', 2)
      .join()
      .replaceAll(/[\d,]+/g, '0');
  const names = new Set(rows.map(nameOf));
  const isOwn = (line: string) => line.startsWith(`| ${name} |`) && (!isOfParts || names.has(nameOf(line)));
  const at = lines.findIndex(isOwn);
  const others = lines.filter((line) => !isOwn(line));
  others.splice(at < 0 ? others.length : at, 0, ...rows);
  const heading = `## ${name}: `;
  const paragraph = `${heading}${title}\n\n${about} Measured on ${machine}.`;
  const known = paragraphs.findIndex((each) => each.startsWith(heading));
  paragraphs.splice(known < 0 ? paragraphs.length : known, 1, paragraph);
  return `${[others.join('\n'), ...paragraphs].join('\n\n')}\n`;
}
