import { MAX_REACHING_TESTS, type ReachingTest } from '@atrium/contract/test-runs/proof';
import { toTestId } from '@atrium/contract/test-runs/test';
import type { LatestReach, ReachedContent } from './proof.repository.ts';

/** The tests that reached a file when they last ran, failing ones first. */
export function toReachingTests(
  checksum: string,
  latest: readonly LatestReach[],
  contents: readonly ReachedContent[],
): ReachingTest[] {
  const checksums = new Map(
    contents.flatMap((content) => content.reachIds.map((id) => [id, content.checksum])),
  );
  const tests = latest.flatMap(({ serviceId, testId, status, runId, reachId }) => {
    const reached = checksums.get(reachId ?? -1);
    if (reached === undefined) return [];
    return [{ id: toTestId(serviceId, testId), status, runId, isSameContent: reached === checksum }];
  });
  const rank = ({ status }: ReachingTest) => (status === 'FAIL' ? 0 : 1);
  return tests.sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1)).slice(0, MAX_REACHING_TESTS);
}
