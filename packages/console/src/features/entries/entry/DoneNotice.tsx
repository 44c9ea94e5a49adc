import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Undo2 } from '../../../ui/icons.ts';
import type { EntryChanges } from './use-entry-changes.ts';

/** Last change of the entries with its undo; stays until it is closed or another change is made. */
export function DoneNotice({ changes }: { changes: EntryChanges }) {
  const { done, undoing, dismiss } = changes;
  return (
    <>
      {done && (
        <Alert kind="success" className="mb-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p>{done.text}</p>
            {done.undo.length > 0 && (
              <Button
                size="small"
                icon={<Undo2 aria-hidden size={14} />}
                isBusy={undoing.isPending}
                onClick={() => undoing.mutate(done)}
              >
                Undo
              </Button>
            )}
            <Button size="small" variant="quiet" className="ml-auto" onClick={dismiss}>
              Close
            </Button>
          </div>
        </Alert>
      )}
      <ErrorDialog error={undoing.error} title="Not undone" onClose={undoing.reset} />
    </>
  );
}
