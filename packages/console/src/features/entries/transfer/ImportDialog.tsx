import { previewEntries } from '@atrium/contract/service-api/functions/content';
import type { EntryEdit } from '@atrium/contract/service-api/functions/content-entry';
import { serviceUri } from '@atrium/contract/services/service';
import { useId, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Select } from '../../../ui/Select.tsx';
import { differingFields } from '../entry/entry-draft.ts';
import { type EntryChanges, portionsOf } from '../entry/use-entry-changes.ts';
import type { EntryField } from '../entry-fields.ts';
import { type ImportFile, matchColumn, readImportFile } from './entry-rows.ts';

const MAX_ROWS = 10_000;
const MAX_BYTES = 20 * 1024 * 1024;
const SHOWN_REFUSALS = 50;

interface ImportDialogProps {
  serviceId: string;
  collection: string;
  fields: readonly EntryField[];
  /** Entries may have fields that the schema does not name. */
  allowsOthers: boolean;
  changes: EntryChanges;
  onClose: () => void;
}

interface Preview {
  edits: EntryEdit[];
  added: number;
  unchanged: number;
  refused: { line: number; reason: string }[];
}

/** Import of a CSV or JSON file: choose, map, preview, and only then write. */
export function ImportDialog(props: ImportDialogProps) {
  const { serviceId, collection, fields, allowsOthers, changes, onClose } = props;
  const fileId = useId();
  const refusal = useRefusal(previewEntries);
  const [file, setFile] = useState<ImportFile | null>(null);
  const [problem, setProblem] = useState<string>();
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>({});
  const [preview, setPreview] = useState<Preview | null>(null);
  const [skipsRefused, setSkipsRefused] = useState(false);
  const [written, setWritten] = useState<readonly EntryEdit[]>([]);

  const checking = useChange({
    mutationFn: async (chosen: ImportFile): Promise<Preview> => {
      const rows = chosen.read((column) => mapping[column] ?? '');
      const found: Preview = { edits: [], added: 0, unchanged: 0, refused: [] };
      const lines = new Map<string, number>();
      const sole = rows.filter(({ line, entry }) => {
        const id = typeof entry['id'] === 'string' ? entry['id'] : undefined;
        const first = id === undefined ? undefined : lines.get(id);
        if (id !== undefined && first === undefined) lines.set(id, line);
        if (first !== undefined)
          found.refused.push({ line, reason: `The id ${id} is in line ${first} already.` });
        return first === undefined;
      });
      for (const portion of portionsOf(sole)) {
        const { previews } = await call(
          previewEntries,
          { params: { collection }, body: { entries: portion.map(({ entry }) => entry) } },
          { base: serviceUri(serviceId) },
        );
        for (const [index, { edit, reason }] of previews.entries()) {
          const line = portion[index]?.line ?? 0;
          if (!edit) found.refused.push({ line, reason: reason ?? 'It is not valid.' });
          else if (edit.before && edit.after && differingFields(edit.before, edit.after).length === 0)
            found.unchanged += 1;
          else {
            found.edits.push(edit);
            if (edit.before === null) found.added += 1;
          }
        }
      }
      found.refused.sort((one, other) => one.line - other.line);
      return found;
    },
    onSuccess: setPreview,
  });
  const importing = useChange({
    mutationFn: ({ edits }: Preview) => changes.write(edits, setWritten),
    onSuccess: (_, { edits }) => {
      onClose();
      void changes.note(`${countOf(edits.length)} imported.`, edits);
    },
    onError: (_, { edits }) => {
      if (written.length > 0)
        void changes.note(
          `${written.length} of ${countOf(edits.length)} imported, then it stopped.`,
          written,
        );
    },
  });
  const isBusy = checking.isPending || importing.isPending;

  async function handleFile(chosen: File | undefined) {
    setFile(null);
    setPreview(null);
    setProblem(undefined);
    if (!chosen) return;
    if (chosen.size > MAX_BYTES)
      return setProblem('The file is larger than 20 MB. Split it, and import the parts.');
    try {
      const read = readImportFile(chosen.name, await chosen.text(), fields);
      const { length } = read.read(() => '');
      if (length === 0) return setProblem('The file has no entries.');
      if (length > MAX_ROWS)
        return setProblem(
          `The file has ${length.toLocaleString('en-US')} entries. At most 10,000 are imported at once.`,
        );
      setMapping(
        Object.fromEntries(read.columns.map((column) => [column, matchColumn(column, fields, allowsOthers)])),
      );
      setFile(read);
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  const options = (column: string) => [
    { value: '', label: 'Leave out' },
    ...fields.map(({ name }) => ({ value: name, label: name })),
    ...(allowsOthers && !fields.some(({ name }) => name === column)
      ? [{ value: column, label: `${column} (other field)` }]
      : []),
  ];
  const hasRefused = (preview?.refused.length ?? 0) > 0;
  return (
    <Dialog
      isOpen
      size="large"
      title={`Import into ${collection}`}
      description="CSV with a head line, or JSON. An entry whose id exists is replaced. Nothing is written before you confirm."
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          {preview ? (
            <Button
              variant="primary"
              refusal={refusal}
              isBusy={importing.isPending}
              disabled={preview.edits.length === 0 || (hasRefused && !skipsRefused)}
              onClick={() => importing.mutate(preview)}
            >
              Import {countOf(preview.edits.length, false)}
            </Button>
          ) : (
            <Button
              variant="primary"
              refusal={refusal}
              isBusy={checking.isPending}
              disabled={file === null}
              onClick={() => file && checking.mutate(file)}
            >
              Preview
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <div className="flex flex-col gap-1">
          <label htmlFor={fileId} className="text-sm font-medium">
            File
          </label>
          <input
            id={fileId}
            type="file"
            accept=".csv,.json,.ndjson,.jsonl"
            disabled={isBusy}
            className="max-w-full"
            onChange={(event) => void handleFile(event.target.files?.[0])}
          />
        </div>
        {problem && (
          <Alert kind="error" title="The file cannot be imported.">
            <p>{problem}</p>
          </Alert>
        )}
        {file && !preview && file.columns.length > 0 && (
          <fieldset className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
            <legend className="mb-2 text-sm font-medium">Columns of the file and their fields</legend>
            {file.columns.map((column) => (
              <Select
                key={column}
                label={column}
                value={mapping[column] ?? ''}
                options={options(column)}
                onChange={(event) => setMapping({ ...mapping, [column]: event.target.value })}
              />
            ))}
          </fieldset>
        )}
        {preview && (
          <div role="status">
            <p>
              {preview.added.toLocaleString('en-US')} new,{' '}
              {(preview.edits.length - preview.added).toLocaleString('en-US')} changed,{' '}
              {preview.unchanged.toLocaleString('en-US')} unchanged,{' '}
              {preview.refused.length.toLocaleString('en-US')} refused.
            </p>
            {hasRefused && (
              <>
                <ul
                  aria-label="Refused lines"
                  className="mt-2 max-h-60 list-disc overflow-y-auto pl-5 text-sm"
                >
                  {preview.refused.slice(0, SHOWN_REFUSALS).map(({ line, reason }) => (
                    <li key={line} className="wrap-anywhere">
                      Line {line}: {reason}
                    </li>
                  ))}
                  {preview.refused.length > SHOWN_REFUSALS && (
                    <li>and {(preview.refused.length - SHOWN_REFUSALS).toLocaleString('en-US')} more</li>
                  )}
                </ul>
                <Checkbox
                  className="mt-3"
                  label="Leave out the refused lines"
                  checked={skipsRefused}
                  onChange={(event) => setSkipsRefused(event.target.checked)}
                />
              </>
            )}
          </div>
        )}
      </div>
      <ErrorDialog error={checking.error} title="Not checked" onClose={checking.reset} />
      <ErrorDialog error={importing.error} title="Not imported" onClose={onClose} />
    </Dialog>
  );
}

/** `1 entry was`, `12 entries were`. */
function countOf(count: number, hasVerb = true): string {
  const what = count === 1 ? '1 entry' : `${count.toLocaleString('en-US')} entries`;
  return hasVerb ? `${what} ${count === 1 ? 'was' : 'were'}` : what;
}
