import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';

interface TakenBackNoticeProps {
  /** What is chosen for the file now, as it is labelled; null while that is to be decided. */
  choice: string | null;
  onUndo: () => void;
}

/** After a draft was discarded, and with it the result that was chosen for the file. */
export function TakenBackNotice({ choice, onUndo }: TakenBackNoticeProps) {
  const fallback = choice === null ? 'This file is to be decided again.' : `The choice is ${choice} again.`;
  return (
    <Alert
      className="mx-4 my-2"
      actions={
        <Button size="small" onClick={onUndo}>
          Undo
        </Button>
      }
    >
      The draft was discarded, and your merge of this file was taken back. {fallback}
    </Alert>
  );
}
