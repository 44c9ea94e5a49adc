import { ignoredReasonText } from '@atrium/contract/configuration/ignored-reason';
import { UnprocessableError } from '@atrium/host/errors';
import type { PullRecord } from './pull.repository.ts';

const MAX_LISTED = 5;

/** Why the contents of some files of a pull are not available, all of them in one answer. */
export function unreadableError(
  pull: PullRecord,
  serviceId: string,
  paths: readonly string[],
): UnprocessableError {
  if (pull.contentsState === 'FAILED') {
    return new UnprocessableError(pull.contentsError ?? 'The contents could not be read.');
  }
  const lines = paths.slice(0, MAX_LISTED).map((path) => {
    const reason = pull.unreadable[serviceId]?.[path];
    return reason === undefined
      ? `The content of ${path} could not be read.`
      : `${path} cannot be taken: ${ignoredReasonText[reason]}.`;
  });
  if (paths.length > lines.length)
    lines.push(`The same is true of ${paths.length - lines.length} more files.`);
  return new UnprocessableError(lines.join(' '));
}
