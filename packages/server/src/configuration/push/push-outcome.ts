import type { Pushed } from '@atrium/contract/configuration/push';
import { countFiles } from '../about-service.ts';

/** Why a push that ended did not write all that it was to write; null if it did. */
export function failureOfPush({ push }: Pushed): string | null {
  const failures = push.filter(({ status }) => status === 'ERROR');
  if (failures.length === 0) return null;
  const pushed = push.filter(({ status }) => status === 'OK');
  return [
    ...failures.map(({ serviceName, error }) => `${serviceName} was not pushed. ${error?.localizedMessage}`),
    ...pushed.map(({ serviceName }) => `${serviceName} was pushed.`),
  ].join(' ');
}

export function outcomeOfPush({ branch, push }: Pushed): string {
  const count = push.reduce((sum, { fileCount = 0 }) => sum + fileCount, 0);
  const commit = push.find(({ commitSha }) => commitSha !== undefined)?.commitSha?.slice(0, 8);
  return count === 0
    ? `Nothing had to change on ${branch}.`
    : `${countFiles(count)} on ${branch} at ${commit}.`;
}
