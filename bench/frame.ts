import { cpus, totalmem } from 'node:os';

/** One thing that is measured, or the reference that it is compared with. */
export interface Subject {
  name: string;
  unit: 'ms' | 'MB' | 'kB' | 'requests/s' | 'tests/s' | 'requests' | '';
  /** Marks what the others are divided by. */
  isReference?: boolean;
  /** The limit for the median: at most this, or at least this for rates and for subjects that say so. */
  limit?: number;
  isAtLeast?: boolean;
  /** At most so many times the median of the reference. */
  limitRatio?: number;
}

export interface Series extends Subject {
  values: number[];
}

/** A benchmark says what it measures and does it; the frame repeats, reports and keeps the result. */
export interface Benchmark {
  name: string;
  title: string;
  /** What is measured, how, and what it is compared with: one paragraph for docs/benchmarks.md. */
  about: string;
  run(): Promise<Series[]>;
}

/** One round of measuring: a value for every subject. */
export type Round = () => Promise<readonly number[]>;

/**
 * Runs whole rounds, so that each subject and its reference are measured in turn and share the machine's
 * moods; the first rounds warm caches and compilers up and do not count.
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
      if (value === undefined) throw new Error(`a round gave no value for ${each.name}`);
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

/** Whether more is better: for rates, and for subjects that say so. */
function isFloor({ unit, isAtLeast = unit.endsWith('/s') }: Subject): boolean {
  return isAtLeast;
}

interface Goal {
  readonly text: string;
  readonly isMet: boolean;
}

/** What a subject must reach, absolutely and relative to the reference. */
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

function referenceOf(series: readonly Series[]): Series | undefined {
  return series.find(({ isReference }) => isReference);
}

function timesReference(each: Series, reference: Series | undefined): number | undefined {
  if (reference === undefined || reference === each || reference.unit !== each.unit) return undefined;
  return median(each.values) / median(reference.values);
}

/** Whether every goal is met. */
export function isGood(series: readonly Series[]): boolean {
  return series.every((each) => goalsOf(each, referenceOf(series)).every(({ isMet }) => isMet));
}

/** The machine that the numbers are true for. */
export function machineLine(date: Date): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const model = (processors[0]?.model ?? 'unknown processor').trim();
  const day = date.toISOString().slice(0, 10);
  return `${processors.length} × ${model}, ${memory} GB, ${process.platform} ${process.arch}, Node ${process.version}, ${day}`;
}

function show(value: number): string {
  if (Number.isNaN(value)) return 'none';
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}

/** The section of docs/benchmarks.md for one benchmark. */
export function toMarkdown(
  { title, about, name }: Benchmark,
  series: readonly Series[],
  machine: string,
): string {
  const reference = referenceOf(series);
  const rows = series.map((each) => {
    const { values, unit } = each;
    const times = timesReference(each, reference);
    const ratio = times === undefined ? (each === reference ? 'reference' : '') : `${show(times)} ×`;
    const goals = goalsOf(each, reference).map(({ text, isMet }) => `${text} ${isMet ? '✓' : '✗'}`);
    const spread = `${show(Math.min(...values))} to ${show(Math.max(...values))}`;
    return `| ${each.name} | ${show(median(values))} ${unit} | ${spread} | ${values.length} | ${ratio} | ${goals.join(', ')} |`;
  });
  return [
    `## ${title}`,
    '',
    about,
    '',
    '| What | Median | Spread | Runs | Beside the reference | Goal |',
    '|---|--:|--:|--:|--:|--:|',
    ...rows,
    '',
    `Measured with \`npm run bench -- ${name}\` on ${machine}.`,
  ].join('\n');
}

/** Puts a section between its markers; a benchmark that is new gets its markers at the end. */
export function putSection(page: string, name: string, section: string): string {
  const begin = `<!-- bench:${name} -->`;
  const end = `<!-- /bench:${name} -->`;
  const block = `${begin}\n${section}\n${end}`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) return `${page.trimEnd()}\n\n${block}\n`;
  return page.slice(0, from) + block + page.slice(to + end.length);
}
