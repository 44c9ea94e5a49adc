import { type Benchmark, measureRounds } from './frame.ts';
import { importFiles, withServices } from './runtime-services.ts';

const HOSTILE = 8;
const CALLS = 300;

const subjects = [
  { name: '99th percentile of a call, quiet', unit: 'ms', isReference: true },
  { name: `99th percentile of a call beside ${HOSTILE} hostile functions`, unit: 'ms' },
  { name: 'Beside hostile functions as a multiple of quiet', unit: '', limit: 3 },
] as const;

/** Computes for ever; ignores interrupts; fills the memory; floods the queue of promises. */
const attacks = [
  'export default () => { for (;;); };\n',
  'export default () => { for (;;) { try { new Array(3e8).join(); } catch {} } };\n',
  'export default () => { const kept = []; for (;;) { kept.push(new Array(1e4).fill(1)); if (kept.length > 200) kept.length = 0; } };\n',
  'export default () => { const again = () => Promise.resolve().then(again); return again(); };\n',
];

export const benchmark: Benchmark = {
  name: 'runtime-neighbours',
  title: 'Beside hostile functions',
  about: `One domain calls a function that returns its input, ${CALLS} times one after the other, first on a quiet machine, then while ${HOSTILE} functions of another domain loop, ignore interrupts, fill memory and flood promises, and are called again as soon as they are stopped.`,
  run: () =>
    withServices(async ({ url, tokenFor }) => {
      const good = await tokenFor('good');
      const evil = await tokenFor('evil');
      await importFiles(url, good, { 'functions/echo.js': 'export default (input) => input;\n' });
      await importFiles(
        url,
        evil,
        Object.fromEntries(attacks.map((source, index) => [`functions/attack${index}.js`, source])),
      );
      return measureRounds(
        subjects,
        async () => {
          const quiet = await percentile(url, good);
          const stop = new AbortController();
          const attackers = Array.from({ length: HOSTILE }, (_, index) =>
            attack(`${url}/invoke/attack${index % attacks.length}`, evil, stop.signal),
          );
          await new Promise((resolve) => setTimeout(resolve, 1000));
          const beside = await percentile(url, good);
          stop.abort();
          await Promise.all(attackers);
          // Calls that were given up still run until their limit.
          await new Promise((resolve) => setTimeout(resolve, 11_000));
          return [quiet, beside, beside / quiet];
        },
        { warmUps: 1, repeats: 3 },
      );
    }),
};

async function attack(url: string, token: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, signal }).catch(
      () => undefined,
    );
  }
}

async function percentile(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const times: number[] = [];
  for (let index = 0; index < CALLS; index++) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/invoke/echo`, { method: 'POST', headers, body: '{"a":1}' });
    await response.text();
    if (!response.ok) throw new Error(`the call answered ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(CALLS * 0.99)] ?? Number.NaN;
}
