import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const never = new AbortController().signal;
const errors = { full: () => new Error('Full.'), left: () => new Error('Left.') };

test('as many run as may, of all and of one key; the others follow in the order in which they came', async () => {
  const turns = createTurns({ atOnce: 3, perKey: 2, maxWaiting: 10 }, errors);
  const began: string[] = [];
  const waited: string[] = [];
  const take = async (key: string, name: string) => {
    const turn = await turns.take(key, never, () => waited.push(name));
    began.push(name);
    return turn;
  };
  const all = [take('a', 'a1'), take('a', 'a2'), take('a', 'a3'), take('b', 'b1'), take('b', 'b2')] as const;
  const [a1, a2, , b1] = all;
  (await b1)[Symbol.dispose]();
  await all[4];
  expect(began).toEqual(['a1', 'a2', 'b1', 'b2']);
  expect(waited).toEqual(['a3', 'b2']);
  const done = await a1;
  done[Symbol.dispose]();
  done[Symbol.dispose]();
  await all[2];
  expect(began).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
  // Ending one turn twice made room for one only.
  const next = take('b', 'b3');
  (await a2)[Symbol.dispose]();
  await next;
  expect(waited).toEqual(['a3', 'b2', 'b3']);
});

test('who goes away leaves the queue, and a queue that is too long refuses', async () => {
  const turns = createTurns({ atOnce: 1, perKey: 1, maxWaiting: 1 }, errors);
  const first = await turns.take('a', never);
  const leaving = new AbortController();
  const left = turns.take('a', leaving.signal);
  await expect(turns.take('a', never)).rejects.toThrow('Full.');
  leaving.abort();
  await expect(left).rejects.toThrow('Left.');
  await expect(turns.take('a', leaving.signal)).rejects.toThrow('Left.');
  const second = turns.take('a', never);
  first[Symbol.dispose]();
  await second;
});

test('who needs much room waits for it, and nobody goes past', async () => {
  const turns = createTurns({ atOnce: 3, perKey: 3, maxWaiting: 10 }, errors);
  const began: string[] = [];
  const take = async (name: string, weight: number) => {
    const turn = await turns.take('a', never, undefined, weight);
    began.push(name);
    return turn;
  };
  const small = await take('small', 1);
  const large = take('large', 3);
  const later = take('later', 1);
  small[Symbol.dispose]();
  const begunLarge = await large;
  expect(began).toEqual(['small', 'large']);
  begunLarge[Symbol.dispose]();
  await later;
  expect(began).toEqual(['small', 'large', 'later']);
});

test('who does not want to wait gets a turn only when nobody stands before him', async () => {
  const turns = createTurns({ atOnce: 1, perKey: 1, maxWaiting: 10 }, errors);
  const first = turns.takeIfFree('a');
  expect(turns.takeIfFree('a')).toBeUndefined();
  const waiting = turns.take('a', never);
  first?.[Symbol.dispose]();
  expect(turns.takeIfFree('a')).toBeUndefined();
  (await waiting)[Symbol.dispose]();
  expect(turns.takeIfFree('a')).toBeDefined();
});
