import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import type { MovedSides } from './resume-draft.ts';

interface DraftNoticeProps {
  savedAt: string;
  /** What changed after the draft was made. */
  moved: MovedSides;
  /** The result of an earlier merge is chosen for the file, and goes with the draft. */
  isStored: boolean;
  onContinue: () => void;
  onDiscard: () => void;
}

/** Offers unsubmitted work again. */
export function DraftNotice({ savedAt, moved, isStored, onContinue, onDiscard }: DraftNoticeProps) {
  const isMoved = moved.local || moved.remote;
  const what = !moved.remote ? 'local has' : moved.local ? 'local and remote have' : 'remote has';
  return (
    <Alert
      className="mx-4 my-2"
      kind={isMoved ? 'warning' : 'note'}
      actions={
        <>
          <Button size="small" look="primary" onClick={onContinue}>
            {isMoved ? 'Merge the draft on top' : 'Continue with the draft'}
          </Button>
          <Button size="small" onClick={onDiscard}>
            Discard the draft
          </Button>
        </>
      }
    >
      {isMoved
        ? `You have a draft from ${savedAt} that is not live, but ${what} changed since then. You can merge the draft on top.`
        : `You have a draft from ${savedAt} that is not live.`}
      {isStored && ' Your merge is chosen for this file; discarding the draft takes it back, too.'}
    </Alert>
  );
}
