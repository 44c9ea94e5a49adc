import { editFiles } from '@atrium/contract/configuration/edit';
import { type FilePlace, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { SourceFile } from '@atrium/contract/service-api/versions/export-files';
import { Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useAuth } from '../../../api/session.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { findFault } from '../../../ui/code/file-fault.ts';
import { Pencil } from '../../../ui/icons.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { DraftActions } from './DraftActions.tsx';
import { typedInto, useDraft } from './use-draft.ts';

// Fetched while the text is being read.
const CodeEditor = lazyPart(async () => (await import('../../../ui/code/CodeEditor.tsx')).CodeEditor);

/** A fault that is spoken waits for a pause: while a word is typed it is another one with each key. */
const STILL_MS = 1_000;

interface CodeCardProps {
  serviceId: string;
  place: FilePlace;
  /** Label: `the function orders/create`. */
  label: string;
  /** The text that is live. */
  live: SourceFile;
  line?: number | undefined;
}

/** The text of a file: read as it is live, or edited as a draft until that is saved. */
export function CodeCard({ serviceId, place, label, live, line }: CodeCardProps) {
  const auth = useAuth();
  const refusal = useRefusal(editFiles);
  const path = filePathOf(place);
  const { draft, newest, change } = useDraft(`${auth.user?.userId}/${serviceId}/${path}`);
  const { textRef, editRef, toText, toEdit } = useDraftFocus();
  const [isComparing, setComparing] = useState(false);
  const [mergedConflicts, setMergedConflicts] = useState<number | null>(null);
  const text = useDeferredValue(draft?.text);
  const problem = useMemo(
    () => (text === undefined ? undefined : findFault(place.name, text)),
    [place.name, text],
  );
  const fault =
    problem &&
    `Line ${problem.line}, column ${problem.column} may not be readable: ${problem.message}. You can save anyway.`;
  const settledFault = useSettled(fault, STILL_MS);

  function handleEdit() {
    change({ text: live.content, base: live });
    toText();
  }

  function handleMerged(conflicts: number) {
    setMergedConflicts(conflicts);
    setComparing(true);
  }

  return (
    <Card
      title={draft ? 'Code: draft' : 'Code'}
      actions={
        draft ? (
          <DraftActions
            serviceId={serviceId}
            place={place}
            label={label}
            draft={draft}
            newest={newest}
            live={live}
            isComparing={isComparing}
            onCompare={() => setComparing(!isComparing)}
            onChange={(next) => {
              if (next === null) {
                setMergedConflicts(null);
                toEdit();
              }
              change(next);
            }}
            onMerged={handleMerged}
          />
        ) : (
          <Button
            ref={editRef}
            icon={<Pencil aria-hidden size={16} />}
            refusal={refusal}
            onClick={handleEdit}
          >
            Edit
          </Button>
        )
      }
    >
      {mergedConflicts !== null && draft && (
        <Alert kind="warning" title={`Someone else has changed ${label}`} className="mb-3">
          {mergedConflicts === 0
            ? 'Your draft has been merged with their change. Look at it, then save again.'
            : `Your draft has been merged with their change. ${mergedConflicts === 1 ? 'One place was' : `${mergedConflicts} places were`} changed on both sides: look for <<<<<<< in the text, decide, then save again.`}
        </Alert>
      )}
      <div ref={textRef}>
        <Suspense fallback={<Skeleton lines={8} className="h-80" label="Loading the editor" />}>
          <CodeEditor
            label={`Code of ${label}`}
            name={place.name}
            text={draft ? draft.text : live.content}
            onChange={draft ? (next) => change(typedInto(draft, next, live)) : undefined}
            original={draft && isComparing ? live.content : undefined}
            line={line}
          />
        </Suspense>
      </div>
      <p className="mt-2 min-h-5 text-sm text-ink-soft">
        <span aria-live="polite">{settledFault}</span>
        {settledFault === undefined && path}
      </p>
    </Card>
  );
}

/** Moves the focus from *Edit* into the text, and back when the draft's buttons are removed. */
function useDraftFocus() {
  const textRef = useRef<HTMLDivElement>(null);
  const editRef = useRef<HTMLButtonElement>(null);
  const move = (find: () => HTMLElement | null | undefined) =>
    // Wait until dialogs have closed and restored the focus themselves.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) find()?.focus();
    });
  return {
    textRef,
    editRef,
    toText: () => move(() => textRef.current?.querySelector<HTMLElement>('[contenteditable=true]')),
    toEdit: () => move(() => editRef.current),
  };
}
