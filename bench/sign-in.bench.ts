import { setTimeout as sleep } from 'node:timers/promises';
import { postSignIn, signIn } from './administrator.ts';
import { type Benchmark, measureRounds, median, timeMs } from './frame.ts';
import { startProduct, withDataFolder } from './product.ts';

const SIGN_INS = 200;
const LONE_SIGN_INS = 5;
const IDLE_READS = 100;
const MAX_TRIES = 20;
/** Not each after the one before: a platform that stands still for seconds would delay a single one. */
const READ_EVERY_MS = 20;

const subjects = [
  { name: 'One sign-in alone (argon2id and all the rest)', unit: 'ms', limit: 150 },
  { name: 'An authenticated read, no one signing in', unit: 'ms', isReference: true },
  { name: `The same read while ${SIGN_INS} sign in at once`, unit: 'ms' },
  { name: 'What that delays the read', unit: 'ms', limit: 100 },
  { name: `99th percentile of the read, sent every ${READ_EVERY_MS} ms meanwhile`, unit: 'ms', limit: 250 },
  { name: 'The longest of these reads', unit: 'ms' },
  { name: `Until all ${SIGN_INS} are in, each coming again when told to`, unit: 'ms' },
  { name: 'Answers "come again later" (503) in all', unit: '' },
] as const;

export const benchmark: Benchmark = {
  name: 'sign-in',
  title: 'Signing in, and what it does to those who are in',
  about: `Password hashes are made a few at a time on worker threads, with a core left free and a bounded queue; a caller that finds it full gets 503 with Retry-After and tries again. ${SIGN_INS} sign-ins are sent at once while another person reads \`GET /auth/v1/user\` over and over; the reference is the median of that read while no one signs in. Meanwhile a read is sent every ${READ_EVERY_MS} ms whether or not the one before is answered. Client, server and database share the machine.`,
  run: () => withDataFolder(measureSignIns),
};

async function measureSignIns(folder: string) {
  const product = await startProduct(folder);
  try {
    const token = await signIn(product.url);
    const read = () => timeMs(() => readUser(product.url, token));
    return await measureRounds(
      subjects,
      async () => {
        const alone = await repeat(LONE_SIGN_INS, () => timeMs(() => signIn(product.url)));
        const idle = median(await repeat(IDLE_READS, read));
        const rush = await rushIn(product.url, read);
        const delay = rush.readMs - idle;
        const { slowMs, longestMs, totalMs, refused } = rush;
        return [median(alone), idle, rush.readMs, delay, slowMs, longestMs, totalMs, refused];
      },
      { warmUps: 1, repeats: 3 },
    );
  } finally {
    await product.stop();
  }
}

/** All sign in at once; whoever is signed in keeps reading until the last is in. */
async function rushIn(url: string, read: () => Promise<number>) {
  let refused = 0;
  let isOver = false;
  const startedAt = performance.now();
  const all = Promise.all(
    Array.from({ length: SIGN_INS }, async (_, index) => {
      refused += await signInPatiently(url, index);
    }),
  ).finally(() => {
    isOver = true;
  });
  // The first failure is reported; the rest fails with it, silently, while the product stops.
  all.catch(() => undefined);
  const reads: Promise<number>[] = [];
  while (!isOver) {
    const reading = read();
    reading.catch(() => undefined);
    reads.push(reading);
    await sleep(Math.max(0, startedAt + reads.length * READ_EVERY_MS - performance.now()));
  }
  await all;
  const totalMs = performance.now() - startedAt;
  const times = (await Promise.all(reads)).sort((a, b) => a - b);
  const slowMs = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return { readMs: median(times), slowMs, longestMs: times.at(-1) ?? Number.NaN, totalMs, refused };
}

/** Retries when told to; returns how often that was. */
async function signInPatiently(url: string, index: number): Promise<number> {
  for (let refused = 0; refused < MAX_TRIES; refused++) {
    const response = await postSignIn(url, `198.51.100.${index}`);
    await response.arrayBuffer();
    if (response.ok) return refused;
    if (response.status !== 503) throw new Error(`sign-in answered ${response.status}`);
    await sleep(Number(response.headers.get('retry-after')) * 1000);
  }
  throw new Error(`nobody let us in after ${MAX_TRIES} tries`);
}

let reads = 0;

/** Each from another address, because calls are limited by address. */
async function readUser(url: string, token: string): Promise<void> {
  reads += 1;
  const address = `10.0.${(reads >> 8) & 255}.${reads & 255}`;
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
  const response = await fetch(`${url}/auth/v1/user`, { headers });
  if (!response.ok) throw new Error(`the read answered ${response.status}`);
  await response.text();
}

async function repeat(times: number, work: () => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  for (let index = 0; index < times; index++) values.push(await work());
  return values;
}
