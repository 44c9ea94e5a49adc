import pg from 'pg';
import { expect, test } from 'vitest';
import { DatabaseAwayError, toUnavailable } from './errors.ts';

function databaseError(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError('what the server said', 20, 'error');
  error.code = code;
  return error;
}

test.each([
  ['57P01', 2, 'cannot be reached'],
  ['57P03', 2, 'cannot be reached'],
  ['53300', 2, 'cannot be reached'],
  ['08006', 2, 'cannot be reached'],
  ['55P03', 2, 'is busy'],
  ['40P01', 2, 'is busy'],
  ['57014', 10, 'too long'],
  ['25P03', 10, 'too long'],
  ['25006', 30, 'Nothing can be saved'],
  ['53100', 30, 'Nothing can be saved'],
])('%s is a failure of the database, worth another try after %i s', (code, seconds, words) => {
  const error = toUnavailable(databaseError(code));
  expect(error).toMatchObject({ status: 503, retryAfterSeconds: seconds });
  expect(error?.message).toContain(words);
  expect(error?.message).not.toContain('what the server said');
});

test('so is a connection that cannot be had, or that breaks off', () => {
  const broken = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  for (const error of [new DatabaseAwayError(), broken, new Error('Connection terminated unexpectedly')])
    expect(toUnavailable(error)).toMatchObject({ status: 503, retryAfterSeconds: 2 });
});

const left = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });

test.each([
  left,
  databaseError('23505'),
  databaseError('42P01'),
  new Error('a mistake'),
  'a text',
  undefined,
])('anything else is not: %s', (error) => {
  expect(toUnavailable(error)).toBeUndefined();
});
