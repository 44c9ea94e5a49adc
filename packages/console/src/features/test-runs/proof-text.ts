import { type FileProof, type ProofState, proofStateOf } from '@atrium/contract/test-runs/proof';
import { formatQuantity } from '../../lib/format.ts';
import { timeAgo } from '../../lib/time-ago.ts';

/** One-word labels of the states. */
export const proofLabels: Record<ProofState, string> = {
  FAILING: 'Failing',
  UNREACHED: 'Not reached',
  CHANGED: 'Not run since',
  PROVEN: 'Proven',
};

const tests = (count: number) => formatQuantity(count, 'test');

/** Describes the test coverage of a file, without a final period: `Proven by 3 tests, 12 minutes ago`. */
export function proofText(proof: FileProof, now: Date, thing = 'file'): string {
  const { passed, passing, failing } = proof;
  switch (proofStateOf(proof)) {
    case 'FAILING':
      return `${failing} of ${tests(proof.tests)} that ${proof.tests === 1 ? 'reaches' : 'reach'} this ${thing} ${failing === 1 ? 'fails' : 'fail'}`;
    case 'UNREACHED':
      return `No test reaches this ${thing}`;
    case 'CHANGED':
      return `Not proven since it changed: ${tests(proof.tests)} ${proof.tests === 1 ? 'reaches' : 'reach'} it`;
    case 'PROVEN': {
      const when = timeAgo(passed?.at ?? '', now);
      return passing > 0
        ? `Proven by ${tests(passing)}, ${when}`
        : `Proven ${when}, and not run with this content since`;
    }
  }
}
