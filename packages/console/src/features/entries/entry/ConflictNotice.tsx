import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { type Document, differingFields } from './entry-draft.ts';

/** A save that was refused because someone else had changed the entry. */
export interface Conflict {
  /** The entry as it was opened. */
  before: Document;
  /** The entry as typed. */
  mine: Document;
  /** The entry as it is stored; null if it is gone. */
  theirs: Document | null;
}

interface ConflictNoticeProps {
  conflict: Conflict;
  onTakeTheirs: () => void;
}

/** Both versions of an entry side by side, by the fields that differ. */
export function ConflictNotice({ conflict, onTakeTheirs }: ConflictNoticeProps) {
  const { before, mine, theirs } = conflict;
  if (theirs === null) {
    return (
      <Alert kind="warning" className="mb-4" title="Someone else deleted this entry meanwhile.">
        Nothing was written. Save again to add it anew as you see it.
      </Alert>
    );
  }
  const changedByThem = differingFields(before, theirs);
  const changedByMe = differingFields(before, mine);
  const shown = differingFields(mine, theirs);
  return (
    <Alert
      kind="warning"
      className="mb-4"
      title="Someone else changed this entry meanwhile."
      actions={
        <Button size="small" onClick={onTakeTheirs}>
          Discard mine, take theirs
        </Button>
      }
    >
      <p>
        Nothing was overwritten. The form now has their changes, and keeps yours where you typed. Save again
        to write what it shows.
      </p>
      <div role="group" aria-label="Both versions" tabIndex={0} className="mt-2 overflow-x-auto">
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              <th className="py-1 pr-3">Field</th>
              <th className="py-1 pr-3">Yours</th>
              <th className="py-1 pr-3">Theirs</th>
              <th className="py-1">In the form</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((name) => (
              <tr key={name} className="border-t border-line align-top">
                <th scope="row" className="py-1 pr-3 font-medium wrap-anywhere">
                  {name}
                </th>
                <td className="py-1 pr-3 wrap-anywhere">{shortText(mine[name])}</td>
                <td className="py-1 pr-3 wrap-anywhere">{shortText(theirs[name])}</td>
                <td className="py-1">
                  {changedByMe.includes(name)
                    ? changedByThem.includes(name)
                      ? 'yours, instead of theirs'
                      : 'yours'
                    : 'theirs'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Alert>
  );
}

function shortText(value: unknown): string {
  if (value === undefined) return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120).toWellFormed()}…` : text;
}
