import { CALL_WALL_MS, FUNCTION_CPU_MS } from '@atrium/contract/service-api/functions/call-limits';
import type { UsageEvent } from '@atrium/contract/service-api/functions/usage';
import { type Benchmark, measureRounds } from './benchmark.ts';
import { importFiles, withServices } from './services.ts';

const HOSTILE = 8;
const CALLS = 300;

const subjects = [
  { name: '99th percentile of a call, quiet', unit: 'ms', isReference: true },
  { name: `99th percentile of a call beside ${HOSTILE} hostile functions`, unit: 'ms' },
  { name: 'Call beside hostile functions as a multiple of quiet', unit: '', limit: 3 },
  { name: 'Delay of stopping a stuck function, one per processor', unit: 'ms', limit: 250 },
  {
    name: `Delay of stopping a stuck function, slowest of ${HOSTILE}`,
    unit: 'ms',
    limit: 250,
  },
] as const;

/** Computes forever; ignores interrupts; fills the memory; floods the queue of promises. */
const attacks = [
  'export default () => { for (;;); };\n',
  'export default () => { for (;;) { try { new Array(3e8).join(); } catch {} } };\n',
  'export default () => { const kept = []; for (;;) { kept.push(new Array(1e4).fill(1)); if (kept.length > 200) kept.length = 0; } };\n',
  'export default () => { const again = () => Promise.resolve().then(again); return again(); };\n',
];

export const benchmark: Benchmark = {
  name: 'hostile-functions',
  title: 'Calls beside hostile functions',
  about: `One domain calls a function ${CALLS} times, first on a quiet machine, then while ${HOSTILE} functions of another domain loop, ignore interrupts, fill memory and flood promises, each called again as soon as it is stopped. A stuck function is stopped after ${FUNCTION_CPU_MS / 1000} s of processor time, or ${CALL_WALL_MS / 1000} s in all.`,
  run: () =>
    withServices(async ({ url, tokenFor, reported }) => {
      const good = await tokenFor('good');
      const evil = await tokenFor('evil');
      await importFiles(url, good, { 'functions/echo.js': 'export default (input) => input;\n' });
      await importFiles(
        url,
        evil,
        Object.fromEntries(attacks.map((source, index) => [`functions/attack${index}.js`, source])),
      );
      const urlOf = (index: number) => `${url}/invoke/attack${index % attacks.length}`;
      return measureRounds(
        subjects,
        async () => {
          reported.splice(0);
          const quiet = await percentile(url, good);
          await Promise.all(
            [0, 1].map(async (index) => attack(urlOf(index), await tokenFor('evil'), () => true)),
          );
          const few = await latestStop(reported);
          let isOver = false;
          const attackers = Array.from({ length: HOSTILE }, async (_, index) => {
            // A person each, so that each call is metered by itself.
            const token = await tokenFor('evil');
            return attack(urlOf(index), token, () => isOver);
          });
          await new Promise((resolve) => setTimeout(resolve, 1000));
          const beside = await percentile(url, good);
          isOver = true;
          await Promise.all(attackers);
          return [quiet, beside, beside / quiet, few, await latestStop(reported)];
        },
        { warmUps: 1, repeats: 3 },
      );
    }),
};

async function attack(url: string, token: string, isOver: () => boolean): Promise<void> {
  do {
    const response = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    const text = await response.text();
    if (response.status !== 422) throw new Error(`a hostile call answered ${response.status}: ${text}`);
  } while (!isOver());
}

/** How long after its limit of wall time the latest call ended that was reported since the last time. */
async function latestStop(reported: UsageEvent[]): Promise<number> {
  // Usage is shipped every two seconds.
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const times = reported
    .splice(0)
    .filter(({ domainId, type }) => domainId === 'evil' && type === 'TIMER')
    .map(({ quantity }) => Math.max(0, quantity - CALL_WALL_MS));
  if (times.length === 0) throw new Error('no hostile call was reported');
  return Math.max(...times);
}

async function percentile(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const times: number[] = [];
  for (let index = 0; index < CALLS; index++) {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(5000);
    const response = await fetch(`${url}/invoke/echo`, { method: 'POST', headers, body: '{"a":1}', signal });
    await response.text();
    if (!response.ok) throw new Error(`the call answered ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(CALLS * 0.99)] ?? Number.NaN;
}
