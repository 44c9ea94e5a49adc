import { type FilePlace, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { FileProof } from '@atrium/contract/test-runs/proof';
import type { LatestReach, PassedContent, ReachedContent } from './proof.repository.ts';

interface Known {
  latest: readonly LatestReach[];
  contents: readonly ReachedContent[];
  passed: readonly PassedContent[];
}

/** Counts the proofs of each file at its current content. */
export function countProofs(
  files: readonly (FilePlace & { checksum: string })[],
  { latest, contents, passed }: Known,
): FileProof[] {
  const endings = new Map<number, { passing: number; failing: number }>();
  for (const { reachId, status } of latest) {
    if (reachId === null) continue;
    const ending = endings.get(reachId) ?? { passing: 0, failing: 0 };
    ending[status === 'OK' ? 'passing' : 'failing'] += 1;
    endings.set(reachId, ending);
  }
  const tests = new Map<string, number>();
  const counts = new Map<string, { passing: number; failing: number }>();
  for (const content of contents) {
    const count = { passing: 0, failing: 0 };
    for (const reachId of content.reachIds) {
      count.passing += endings.get(reachId)?.passing ?? 0;
      count.failing += endings.get(reachId)?.failing ?? 0;
    }
    const path = filePathOf(content);
    counts.set(`${content.checksum} ${path}`, count);
    tests.set(path, (tests.get(path) ?? 0) + count.passing + count.failing);
  }
  const runs = new Map(passed.map((one) => [`${one.checksum} ${filePathOf(one)}`, one]));
  return files.map(({ folderPath, name, checksum }) => {
    const path = filePathOf({ folderPath, name });
    const run = runs.get(`${checksum} ${path}`);
    return {
      folderPath,
      name,
      checksum,
      passed: run === undefined ? null : { runId: run.runId, at: run.passedOn.toISOString() },
      tests: tests.get(path) ?? 0,
      ...(counts.get(`${checksum} ${path}`) ?? { passing: 0, failing: 0 }),
    };
  });
}
