import { expect, test } from 'vitest';
import { functionCostsQuery, functionProofsQuery, liveFilesQuery } from './function.queries.ts';

test('what is selected is not selected anew with each render', () => {
  for (const query of [liveFilesQuery, functionCostsQuery, functionProofsQuery]) {
    expect(query('shop').select).toBe(query('shop').select);
  }
});
