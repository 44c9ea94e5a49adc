import { errorDetails } from '@atrium/contract/api-error';
import type { editFiles } from '@atrium/contract/configuration/edit';

/** Whether a change was refused because a passed run is demanded: testing it first is the way on. */
export function isUncovered(error: unknown): boolean {
  const details = errorDetails<typeof editFiles, 'unprocessable'>(error, 422);
  return details !== undefined && 'needsPassedRun' in details;
}
