import type { Pushed } from '@atrium/contract/configuration/push';
import { countFiles } from '../about-service.ts';

export function outcomeOfPush({ branch, push }: Pushed): string {
  const count = push.reduce((sum, { fileCount = 0 }) => sum + fileCount, 0);
  const commit = push.find(({ commitSha }) => commitSha !== undefined)?.commitSha?.slice(0, 8);
  return count === 0
    ? `Nothing had to change on ${branch}.`
    : `${countFiles(count)} on ${branch} at ${commit}.`;
}
