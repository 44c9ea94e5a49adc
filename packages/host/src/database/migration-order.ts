import { StartError } from '../start-error.ts';
import type { SqlMigration } from './migration-files.ts';

export interface AppliedMigration {
  name: string;
  checksum: string;
  isCompatible: boolean;
}

/**
 * Whether nothing is left to apply. What is applied must be the beginning of what we have, unchanged; beyond that
 * only what a newer release calls compatible. Throws one sentence about anything else.
 */
export function hasAll(migrations: readonly SqlMigration[], applied: readonly AppliedMigration[]): boolean {
  for (const [index, { name, checksum, isCompatible }] of applied.entries()) {
    const expected = migrations[index];
    const known = migrations.find((each) => each.name === name);
    if (!known) {
      if (isCompatible && expected === undefined) continue;
      throw new StartError(
        `The database has the migration ${name}, which this Atrium does not know; it was used by a newer one. Start that one.`,
      );
    }
    if (known.checksum !== checksum) {
      throw new StartError(
        `The migration ${name} was changed after it had been applied; put its text back and make the change in a new file.`,
      );
    }
    if (expected !== known) {
      throw new StartError(
        `The migration ${expected?.name} comes before ${name}, which is already applied. Give it a later number.`,
      );
    }
  }
  return applied.length >= migrations.length;
}
