import { ShownOnceDialog } from '../../../ui/ShownOnceDialog.tsx';
import { TextToKeep } from '../../../ui/TextToKeep.tsx';

/** The platform keeps only a hash of the token. */
export function TokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title="Save your token"
      doneLabel="I have saved it"
      question={{
        title: 'Close without the token?',
        text: 'It is not shown again. If you have not saved it, delete the key and create another.',
        cancelLabel: 'Back to the token',
      }}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p>
          Anyone who has this token can use it. Store it where only your program can read it. It is not shown
          again.
        </p>
        <TextToKeep label="Token" text={token} />
        <p className="text-sm text-ink-soft">
          Programs send it with each call:{' '}
          <code className="block break-words">Authorization: Bearer atr_…</code>
        </p>
      </div>
    </ShownOnceDialog>
  );
}
