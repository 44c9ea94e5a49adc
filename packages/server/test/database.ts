import { cloneDatabase, type TestDatabase } from '@atrium/host/test/databases';
import { inject } from 'vitest';

/** A migrated database of the test file's own. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject('databaseTemplate'));
}
