import { type FileProof, type ProofState, proofStateOf } from '@atrium/contract/test-runs/proof';
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx';
import { proofLabels } from '../../test-runs/public.ts';

const tones: Record<ProofState, BadgeTone> = {
  FAILING: 'danger',
  UNREACHED: 'warn',
  CHANGED: 'note',
  PROVEN: 'ok',
};

/** Test status of a file. */
export function ProofBadge({ proof }: { proof: FileProof }) {
  const state = proofStateOf(proof);
  return <Badge tone={tones[state]}>{proofLabels[state]}</Badge>;
}
