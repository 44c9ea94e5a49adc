import { errorDetails, fieldErrors } from '@atrium/contract/api-error';
import { changeEntries, insertEntry } from '@atrium/contract/service-api/functions/content';
import type { Entry, EntryChange, EntryEdit } from '@atrium/contract/service-api/functions/content-entry';
import { serviceUri } from '@atrium/contract/services/service';
import { Suspense, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Trash2 } from '../../../ui/icons.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { useUnsavedGuard } from '../../../ui/use-unsaved-guard.tsx';
import type { EntryField } from '../entry-fields.ts';
import { ChangedBy } from './ChangedBy.tsx';
import { type Conflict, ConflictNotice } from './ConflictNotice.tsx';
import { EntryFieldControl } from './EntryFieldControl.tsx';
import {
  type Draft,
  differingFields,
  isEntry,
  newDraft,
  otherFields,
  parseJson,
  readDraft,
  shownText,
} from './entry-draft.ts';

const CodeEditor = lazyPart(async () => (await import('../../../ui/code/CodeEditor.tsx')).CodeEditor);

const FORM_ID = 'entry-form';

interface EntryDialogProps {
  serviceId: string;
  collection: string;
  fields: readonly EntryField[];
  /** Null for a new entry. */
  entry: Entry | null;
  change?: EntryChange | null | undefined;
  onSaved: (edit: EntryEdit) => void;
  onDelete?: (entry: Entry) => void;
  onClose: () => void;
}

/** One entry, as a form made from its schema or as JSON. */
export function EntryDialog(props: EntryDialogProps) {
  const { serviceId, collection, entry, change, onSaved, onDelete, onClose } = props;
  const refusal = useRefusal(entry ? changeEntries : insertEntry);
  const [base, setBase] = useState<Entry | null>(entry);
  const [draft, setDraft] = useState<Draft>(() => (entry ? {} : newDraft(props.fields)));
  /** Text of the JSON view; undefined while the form is shown. */
  const [json, setJson] = useState<string>();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** Fields of the form: those of the schema, and others that the entry has or that were typed as JSON. */
  const fields = [...props.fields, ...otherFields(props.fields, { ...base, ...draft })];

  const saving = useChange({
    mutationFn: async (document: Record<string, unknown>): Promise<EntryEdit> => {
      const at = { base: serviceUri(serviceId) };
      if (base === null) {
        const after = await call(insertEntry, { params: { collection }, body: document }, at);
        return { before: null, after };
      }
      const edit = { before: conflict?.theirs === null ? null : base, after: { ...document, id: base.id } };
      await call(changeEntries, { params: { collection }, body: { changes: [edit] } }, at);
      return edit;
    },
    onSuccess: onSaved,
    onError: (error, document) => {
      setErrors(fieldErrors(error));
      const [met] = errorDetails<typeof changeEntries, 'conflict'>(error, 409)?.entries ?? [];
      if (!met || base === null) return;
      setConflict({ before: base, mine: document, theirs: met.current });
      if (met.current) {
        rebase(base, document, met.current);
        setBase(met.current);
      }
    },
  });

  /** Fields that I changed keep my value, on top of the stored entry. */
  function rebase(before: Entry, mine: Record<string, unknown>, theirs: Entry) {
    const kept = differingFields(before, mine);
    if (json !== undefined) {
      const merged: Record<string, unknown> = { ...theirs };
      for (const name of kept) {
        if (name in mine) merged[name] = mine[name];
        else delete merged[name];
      }
      setJson(JSON.stringify(merged, null, 2));
    } else setDraft(Object.fromEntries(Object.entries(draft).filter(([name]) => kept.includes(name))));
  }

  /** Returns the document to save, or shows the errors and returns undefined. */
  function readDocument(): Record<string, unknown> | undefined {
    if (json === undefined) {
      const read = readDraft(fields, base, draft);
      setErrors(read.errors);
      return Object.keys(read.errors).length > 0 ? undefined : read.document;
    }
    const value = parseJson(json);
    if (value instanceof Error || typeof value !== 'object' || value === null || Array.isArray(value)) {
      setErrors({ json: value instanceof Error ? value.message : 'An entry is an object: { … }.' });
      return undefined;
    }
    if (base !== null && !(isEntry(value) && value.id === base.id)) {
      setErrors({ json: `The id cannot be changed. It is ${JSON.stringify(base.id)}.` });
      return undefined;
    }
    setErrors({});
    return value as Record<string, unknown>;
  }

  function handleSubmit() {
    const document = readDocument();
    if (document) saving.mutate(document);
  }

  function handleView(view: string) {
    if ((view === 'json') === (json !== undefined)) return;
    if (view === 'json') {
      const { document, errors: found } = readDraft(fields, base, draft);
      // Fields that are still to be filled in may be filled in as JSON.
      const mistyped = Object.entries(found).filter(([name]) => name in draft);
      if (mistyped.length > 0) return setErrors(Object.fromEntries(mistyped));
      return setJson(JSON.stringify(document, null, 2));
    }
    const document = readDocument();
    if (!document) return;
    const changed = differingFields(base ?? {}, document);
    setDraft(Object.fromEntries(changed.map((name) => [name, { value: document[name] }])));
    setJson(undefined);
  }

  function takeTheirs() {
    setDraft({});
    setErrors({});
    setConflict(null);
    saving.reset();
    if (json !== undefined) setJson(JSON.stringify(base, null, 2));
  }

  const original = JSON.stringify(base, null, 2);
  const { leave, question } = useUnsavedGuard(() =>
    json === undefined
      ? Object.keys(draft).length > (base ? 0 : Object.keys(newDraft(props.fields)).length)
      : json !== original,
  );
  const isFieldError = Object.keys(fieldErrors(saving.error)).some((name) =>
    fields.some((field) => field.name === name),
  );
  const form = (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {fields.map((field) => (
        <EntryFieldControl
          key={field.name}
          field={field}
          text={shownText(field, base, draft)}
          error={errors[field.name]}
          isReadOnly={refusal !== undefined || (field.name === 'id' && base !== null)}
          hint={
            field.name === 'id' && base === null
              ? 'Created for you if you leave it empty.'
              : field.description
          }
          onChange={(text) => {
            setDraft({ ...draft, [field.name]: text });
            setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field.name)));
          }}
        />
      ))}
    </div>
  );
  return (
    <Dialog
      isOpen
      size="large"
      title={entry ? entry.id : `New entry in ${collection}`}
      description={entry ? `Entry of ${collection}` : undefined}
      onClose={() => !saving.isPending && leave(onClose)}
      footer={
        <>
          {entry && onDelete && (
            <Button
              className="mr-auto text-danger"
              variant="quiet"
              icon={<Trash2 aria-hidden size={16} />}
              refusal={refusal}
              onClick={() => onDelete(base ?? entry)}
            >
              Delete
            </Button>
          )}
          <Button disabled={saving.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={FORM_ID} refusal={refusal} isBusy={saving.isPending}>
            {entry ? 'Save' : 'Add entry'}
          </Button>
        </>
      }
    >
      {conflict && <ConflictNotice conflict={conflict} onTakeTheirs={takeTheirs} />}
      <ErrorDialog
        error={conflict || isFieldError ? null : saving.error}
        title="Not saved"
        onClose={saving.reset}
      />
      <PlainForm id={FORM_ID} label="Entry" onSubmit={handleSubmit}>
        <Tabs
          label="Views of the entry"
          value={json === undefined ? 'form' : 'json'}
          onChange={handleView}
          tabs={[
            { value: 'form', label: 'Form', content: form },
            {
              value: 'json',
              label: 'JSON',
              // Without its text the editor would report that it was emptied.
              content: json !== undefined && (
                <>
                  {Object.keys(errors).length > 0 && (
                    <p role="alert" className="mb-2 text-sm text-danger">
                      {Object.values(errors).join(' ')}
                    </p>
                  )}
                  <Suspense fallback={<Skeleton lines={8} />}>
                    <CodeEditor
                      label="Entry as JSON"
                      name="entry.json"
                      text={json}
                      onChange={refusal ? undefined : setJson}
                    />
                  </Suspense>
                </>
              ),
            },
          ]}
        />
      </PlainForm>
      {change && (
        <div className="mt-4 border-t border-line pt-3 text-sm">
          <h3 className="font-semibold">Last change</h3>
          <ChangedBy change={change} />
        </div>
      )}
      {question}
    </Dialog>
  );
}
