import { type FileProof, type ProofState, proofStateOf } from '@atrium/contract/test-runs/proof';
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx';
import { CircleDashed, CircleX, Clock } from '../../../ui/icons.ts';
import { CircleCheck } from '../../../ui/message-icons.ts';
import { proofLabels } from '../../test-runs/public.ts';

const tones: Record<ProofState, BadgeTone> = {
  FAILING: 'danger',
  UNREACHED: 'warn',
  CHANGED: 'note',
  PROVEN: 'ok',
};

const icons = {
  FAILING: CircleX,
  UNREACHED: CircleDashed,
  CHANGED: Clock,
  PROVEN: CircleCheck,
} satisfies Record<ProofState, unknown>;

/** Test status of a file. */
export function ProofBadge({ proof }: { proof: FileProof }) {
  const state = proofStateOf(proof);
  const Icon = icons[state];
  return (
    <Badge tone={tones[state]} icon={<Icon aria-hidden size={14} />}>
      {proofLabels[state]}
    </Badge>
  );
}
