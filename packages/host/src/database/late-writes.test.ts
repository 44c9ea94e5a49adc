import { expect, test } from 'vitest';
import { LateWrites } from './late-writes.ts';

/** Writes that fail so often, each of which can be waited for. */
function failing(times: number) {
  const written = Promise.withResolvers<void>();
  const errors: unknown[] = [];
  let count = 0;
  const writes = new LateWrites({
    write: async () => {
      count += 1;
      if (count <= times) throw new Error(`away ${count}`);
      written.resolve();
    },
    delayMs: 1,
    onError: (error) => errors.push(error),
  });
  return { writes, errors, written: written.promise };
}

test('what could not be written is tried again, though nothing else comes', async () => {
  const { writes, errors, written } = failing(3);
  writes.plan();
  await written;
  expect(errors).toEqual([new Error('away 1'), new Error('away 2'), new Error('away 3')]);
  await writes.close();
});

test('what cannot be written at the end is an error as well', async () => {
  const { writes, errors } = failing(1);
  await writes.close();
  expect(errors).toEqual([new Error('away 1')]);
});
