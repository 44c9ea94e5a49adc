import { ignoredReasonText } from '@atrium/contract/configuration/ignored-reason';
import { UnprocessableError } from '@atrium/host/errors';
import type { PullRecord } from './pull.repository.ts';

const MAX_TOLD = 5;

/** Why the contents of some files of a pull are not available, all of them in one answer. */
export function unreadableError(
  pull: PullRecord,
  serviceId: string,
  paths: readonly string[],
): UnprocessableError {
  if (pull.contentsState === 'FAILED') {
    return new UnprocessableError(pull.contentsError ?? 'The contents could not be read.');
  }
  const told = paths.slice(0, MAX_TOLD).map((path) => {
    const reason = pull.unreadable[serviceId]?.[path];
    return reason === undefined
      ? `The content of ${path} could not be read.`
      : `${path} cannot be taken: ${ignoredReasonText[reason]}.`;
  });
  if (paths.length > told.length) told.push(`The same is true of ${paths.length - told.length} more files.`);
  return new UnprocessableError(told.join(' '));
}
