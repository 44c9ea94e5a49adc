import { errorDetails } from '@atrium/contract/api-error';
import type { changeEntries } from '@atrium/contract/service-api/functions/content';
import { type Entry, type EntryEdit, idOfEdit } from '@atrium/contract/service-api/functions/content-entry';
import { useState } from 'react';
import { useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import type { EntryChanges } from './use-entry-changes.ts';

const NAMED = 5;

interface DeleteQuestionProps {
  collection: string;
  entries: readonly Entry[];
  changes: EntryChanges;
  /** Entries that differ from the given ones, by id; null for deleted entries. */
  onChanged: (now: ReadonlyMap<string, Entry | null>) => void;
  onDeleted: () => void;
  onClose: () => void;
}

/** Confirmation before entries are deleted, with their number and names. */
export function DeleteQuestion(props: DeleteQuestionProps) {
  const { collection, entries, changes, onChanged, onDeleted, onClose } = props;
  const [written, setWritten] = useState<readonly EntryEdit[]>([]);
  const edits = entries.map((before): EntryEdit => ({ before, after: null }));
  const [first] = entries;
  const count = entries.length.toLocaleString('en-US');
  const what = entries.length === 1 ? `the entry ${first?.id}` : `${count} entries`;
  const more = entries.length - NAMED;
  const deleting = useChange({
    mutationFn: () => changes.write(edits, setWritten),
    onSuccess: () => {
      onChanged(new Map(entries.map(({ id }) => [id, null])));
      onDeleted();
      const done = entries.length === 1 ? `The entry ${first?.id} was` : `${count} entries were`;
      void changes.note(`${done} deleted.`, edits);
    },
    onError: (error) => {
      const met = errorDetails<typeof changeEntries, 'conflict'>(error, 409)?.entries ?? [];
      onChanged(
        new Map([
          ...written.map((edit) => [idOfEdit(edit), null] as const),
          ...met.map(({ id, current }) => [id, current] as const),
        ]),
      );
      if (written.length > 0)
        void changes.note(`${written.length} of ${count} entries were deleted.`, written);
      else void changes.readEntries();
    },
  });
  return (
    <>
      <ConfirmDialog
        isOpen={deleting.error === null}
        title={entries.length === 1 ? 'Delete entry' : `Delete ${count} entries`}
        confirmLabel={entries.length === 1 ? 'Delete' : `Delete ${count} entries`}
        isDangerous
        isBusy={deleting.isPending}
        onCancel={onClose}
        onConfirm={() => deleting.mutate()}
      >
        <p>
          Delete {what} of {collection}? You can undo this right after.
        </p>
        {entries.length > 1 && (
          <ul className="mt-2 list-disc pl-5 text-sm">
            {entries.slice(0, NAMED).map(({ id }) => (
              <li key={id}>{id}</li>
            ))}
            {more > 0 && <li>and {more.toLocaleString('en-US')} more</li>}
          </ul>
        )}
      </ConfirmDialog>
      <ErrorDialog error={deleting.error} title="Not deleted" onClose={onClose} />
    </>
  );
}
