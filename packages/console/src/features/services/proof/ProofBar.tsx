import {
  type FileProof,
  PROOF_STATES,
  type ProofState,
  proofStateOf,
} from '@atrium/contract/test-runs/proof';
import { proofLabels } from '../../test-runs/public.ts';

const fills: Record<ProofState, string> = {
  FAILING: 'bg-danger',
  UNREACHED: 'bg-warn',
  CHANGED: 'bg-line-strong',
  PROVEN: 'bg-ok',
};

/** Number of files in each state, as a bar and in words. */
export function ProofBar({ files }: { files: readonly FileProof[] }) {
  const counts = Map.groupBy(files, proofStateOf);
  const shares = PROOF_STATES.flatMap((state) => {
    const count = counts.get(state)?.length ?? 0;
    return count === 0 ? [] : [{ state, count }];
  });
  const proven = counts.get('PROVEN')?.length ?? 0;
  return (
    <div className="grid gap-2">
      <p>
        {proven} of {files.length} {files.length === 1 ? 'file is' : 'files are'} proven with the content that
        is live.
      </p>
      <div aria-hidden className="flex h-2 overflow-hidden rounded-full bg-sunken">
        {shares.map(({ state, count }) => (
          <span key={state} className={fills[state]} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft" aria-label="Files by state">
        {shares.map(({ state, count }) => (
          <li key={state} className="flex items-center gap-1.5">
            <span aria-hidden className={`size-3.5 rounded-full ${fills[state]}`} />
            {proofLabels[state]}: {count}
          </li>
        ))}
      </ul>
    </div>
  );
}
