import { join } from 'node:path';
import { LimitName } from '@atrium/contract/limits/limit';
import pg from 'pg';
import { type Caller, call, signIn } from './administrator.ts';
import {
  type Benchmark,
  measureRounds,
  median,
  type Series,
  type Subject,
  show,
  timeMs,
  toCells,
} from './benchmark.ts';
import { nextAddress } from './call-load.ts';
import { makeOwner, makeSigner, type Owner } from './large-domain.ts';
import { startProduct, withDataFolder } from './product.ts';

const SIZES = [10, 1_000, 100_000, 1_000_000] as const;

/** A domain of one size, and its owner, signed in. */
interface Place extends Owner {
  size: number;
  database: pg.Client;
  call<Returned>(method: string, path: string, body?: object): Promise<Returned>;
}

interface Operation extends Pick<Subject, 'limit' | 'limitRatio'> {
  name: string;
  /** Work before each measurement that doesn't count. */
  prepare?(): Promise<unknown>;
  run(): Promise<unknown>;
}

export interface Curve {
  sizes: readonly (typeof SIZES)[number][];
  /** 25 unless given. */
  repeats?: number;
  /** Fills a new domain by SQL. Returns its operations, at each size the same ones. */
  seed(place: Place): Promise<Operation[]>;
  /** Ends what the seeds started. */
  end?(): Promise<void>;
}

const TOKEN_MS = 120_000;
const WARM_UPS = 5;
const REPEATS = 25;

/** Measures the operations of a curve at all sizes in turn, each size in a domain of its own on a new product. */
export function measureCurve(name: string, curve: Curve): Promise<Series[]> {
  const { sizes, repeats = REPEATS, seed } = curve;
  return withDataFolder(async (folder) => {
    const product = await startProduct(folder);
    const database = new pg.Client({ host: join(folder, 'database'), user: 'atrium', database: 'atrium' });
    try {
      await database.connect();
      const administrator = { url: product.url, token: await signIn(product.url) };
      const places: Awaited<ReturnType<typeof openPlace>>[] = [];
      // Filling takes longer than the administrator's token lives.
      for (const size of sizes) places.push(await openPlace(administrator, database, size));
      const grown: { operation: Operation; size: number }[] = [];
      for (const { place } of places) {
        console.error(`${name}: ${place.size.toLocaleString('en-US')} …`);
        const operations = await seed(place);
        grown.push(...operations.map((operation) => ({ operation, size: place.size })));
      }
      await database.query('vacuum analyze');
      const points = [...Map.groupBy(grown, ({ operation }) => operation.name).values()].flat();
      let isForward = false;
      return await measureRounds(
        points.map(({ operation, size }) => toSubject(name, operation, size, size === sizes[0])),
        async () => {
          for (const { renew } of places) await renew();
          const values: number[] = [];
          // Each size comes as often before the others as behind them.
          isForward = !isForward;
          const order = isForward ? [...points.keys()] : [...points.keys()].reverse();
          for (const index of order) {
            const { operation } = points[index] as (typeof points)[number];
            await operation.prepare?.();
            values[index] = await timeMs(() => operation.run());
          }
          return values;
        },
        { warmUps: WARM_UPS, repeats },
      );
    } finally {
      await database.end();
      await product.stop();
      await curve.end?.();
    }
  });
}

function toSubject(curve: string, operation: Operation, size: number, isReference: boolean): Subject {
  const { name, limit, limitRatio } = operation;
  return {
    name: `${name}: ${size.toLocaleString('en-US')}`,
    unit: 'ms',
    isReference,
    ...(limit !== undefined && { limit }),
    ...(limitRatio !== undefined && { limitRatio }),
    point: { curve, operation: name, size },
  };
}

async function openPlace(administrator: Caller, database: pg.Client, size: number) {
  const owner = await makeOwner(database, `growth-${size}`);
  for (const name of LimitName.options) {
    const body = { name, limit: 1_000_000_000 };
    await call(administrator, 'PUT', `/console/v1/domain/${owner.domainId}/limits`, body);
  }
  const sign = await makeSigner(administrator, owner.userId);
  let signedAt = Number.NEGATIVE_INFINITY;
  let token = '';
  const place: Place = {
    ...owner,
    size,
    database,
    async call(...given) {
      await renew();
      return await call({ url: administrator.url, token, address: nextAddress() }, ...given);
    },
  };
  const renew = async () => {
    if (performance.now() - signedAt < TOKEN_MS) return;
    token = await sign();
    signedAt = performance.now();
    // The first call with a token verifies it.
    await place.call('GET', '/auth/v1/user');
  };
  return { place, renew };
}

const COLUMNS = [
  'Curve',
  'Operation',
  ...SIZES.map((size) => size.toLocaleString('en-US')),
  'Goal',
  'Measured',
];
const HEAD = [`| ${COLUMNS.join(' | ')} |`, `|---|---|${'--:|'.repeat(SIZES.length)}--:|---|`];

/** Replaces the rows of the measured curves in the section of docs/benchmarks.md, and leaves those of others. */
export function putCurves(
  page: string,
  { name, title, about }: Benchmark,
  series: readonly Series[],
  machine: string,
): string {
  const heading = `## ${name}: `;
  const sections = page.trimEnd().split(/\n\n(?=## )/);
  const found = sections.findIndex((each) => each.startsWith(heading));
  const known = (sections[found] ?? '').split('\n').filter((line) => /^\| [a-z]/.test(line));
  const curves = new Set(series.map(({ point }) => point?.curve));
  const curveOf = (row: string) => row.split(' | ', 1)[0]?.slice(2);
  const rows = [...known.filter((row) => !curves.has(curveOf(row))), ...toRows(series, machine)];
  // In the order of their names; rows of one curve stay in theirs.
  rows.sort((a, b) => (curveOf(a) ?? '').localeCompare(curveOf(b) ?? ''));
  const section = `${heading}${title}\n\n${about}\n\n${[...HEAD, ...rows].join('\n')}`;
  sections.splice(found < 0 ? sections.length : found, 1, section);
  return `${sections.join('\n\n')}\n`;
}

function toRows(series: readonly Series[], machine: string): string[] {
  const cells = toCells(series);
  const operations = Map.groupBy(series.keys(), (index) => {
    const { curve, operation } = series[index]?.point ?? {};
    return `${curve} | ${operation}`;
  });
  const day = machine.slice(machine.lastIndexOf(', ') + 2);
  return [...operations].map(([operation, indexes]) => {
    const at = (size: number) => indexes.find((index) => series[index]?.point?.size === size);
    const values = SIZES.map((size) => {
      const index = at(size);
      if (index === undefined) return '';
      const times = series[index]?.isReference ? '' : ` (${cells[index]?.times})`;
      return `${show(median(series[index]?.values ?? []))} ms${times}`;
    });
    const goals = indexes.map((index) => cells[index]?.goal ?? '').filter((goal) => goal !== '');
    // Goals are the same at each size: the row shows whether all of them meet it.
    const missed = goals.find((goal) => goal.includes('✗'));
    return `| ${operation} | ${values.join(' | ')} | ${missed ?? goals.at(-1) ?? ''} | ${day} |`;
  });
}
