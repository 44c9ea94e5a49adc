import type { ImportedService } from '@atrium/contract/configuration/import';

/** Whether the same submit would only be refused again: what is live has changed, or may have. */
export const mustCompareAgain = (failure: ImportedService | undefined): boolean =>
  failure?.moved !== undefined || failure?.isOutcomeUnknown === true;
