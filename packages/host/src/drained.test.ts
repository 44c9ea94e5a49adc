import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { drained } from './drained.ts';

const EVENTS = ['drain', 'close', 'error'];

/** A stream that accepts data only when it is read. */
const openPipe = () => new PassThrough({ highWaterMark: 4 });

test('a slow reader is waited for again and again, and nothing is left of the waits', async () => {
  const pipe = openPipe();
  const listeners = () => EVENTS.map((event) => pipe.listenerCount(event));
  const before = listeners();
  for (let turn = 0; turn < 12; turn += 1) {
    expect(pipe.write('longer than that')).toBe(false);
    const waiting = drained(pipe);
    pipe.read();
    await waiting;
    expect(pipe.writableNeedDrain).toBe(false);
  }
  expect(listeners()).toEqual(before);
});

test('one that goes away is waited for no longer, with a fault or without', async () => {
  for (const fault of [undefined, new Error('gone')]) {
    const pipe = openPipe();
    pipe.on('error', () => {});
    pipe.write('longer than that');
    const waiting = drained(pipe);
    pipe.destroy(fault);
    await expect(waiting).resolves.toBeUndefined();
    await expect(drained(pipe)).resolves.toBeUndefined();
  }
});
