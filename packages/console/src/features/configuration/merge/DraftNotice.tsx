import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';

interface DraftNoticeProps {
  savedAt: string;
  /** Local changed after the draft was made. */
  isMoved: boolean;
  onContinue: () => void;
  onDiscard: () => void;
}

/** Offers unsubmitted work again. */
export function DraftNotice({ savedAt, isMoved, onContinue, onDiscard }: DraftNoticeProps) {
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
        ? `There is a draft of ${savedAt}, but local has changed since. It can be merged on top of the new local.`
        : `There is a draft of ${savedAt}.`}
    </Alert>
  );
}
