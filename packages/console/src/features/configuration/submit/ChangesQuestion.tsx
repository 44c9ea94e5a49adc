import type { ReactNode } from 'react';
import { Alert } from '../../../ui/Alert.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { type NamedChange, NamedList, type ReasonedChange } from '../live-change/NamedList.tsx';

interface ChangesQuestionProps {
  isOpen: boolean;
  /** What is live now and will be removed. */
  deletions: readonly NamedChange[];
  /** What was changed here and will be replaced. */
  discards: readonly NamedChange[];
  /** What is live, no one else has, and will be replaced. */
  replacements?: readonly NamedChange[];
  /** What will be live though it cannot be parsed. */
  unparsed?: readonly ReasonedChange[];
  /** What will be live and may be like that. */
  unchecked?: readonly NamedChange[];
  /** Newer commits that it undoes. */
  takenBack?: readonly ReasonedChange[];
  /** What failed when it was tested. */
  failedTests?: ReactNode;
  /** What one of them is called. */
  noun: 'file' | 'item';
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks once, by name, before a submit deletes something or discards what was made here. */
export function ChangesQuestion(props: ChangesQuestionProps) {
  const {
    isOpen,
    deletions,
    discards,
    replacements = [],
    unparsed = [],
    unchecked = [],
    takenBack = [],
    noun,
  } = props;
  const count = (list: readonly unknown[]) =>
    `${list.length.toLocaleString('en')} ${noun}${list.length === 1 ? '' : 's'}`;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDangerous
      title="Submit these changes?"
      confirmLabel="Submit"
      onCancel={props.onCancel}
      onConfirm={props.onConfirm}
    >
      <div className="flex flex-col gap-4">
        {props.failedTests}
        <NamedList
          title={`${takenBack.length} newer ${takenBack.length === 1 ? 'commit' : 'commits'} will be undone`}
          rows={takenBack}
        />
        <NamedList title={`${count(deletions)} will be deleted`} rows={deletions} />
        <NamedList title={`Changes made here to ${count(discards)} will be discarded`} rows={discards} />
        <NamedList
          title={`${replacements.length.toLocaleString('en')} live ${noun}${replacements.length === 1 ? '' : 's'} will be replaced`}
          rows={replacements}
        />
        <NamedList title={`${count(unparsed)} cannot be parsed and will not work`} rows={unparsed} />
        <NamedList
          title={`${count(unchecked)} ${unchecked.length === 1 ? 'was' : 'were'} not checked for syntax`}
          rows={unchecked}
        />
        <Alert>The version that is live now is kept, so you can undo this afterwards.</Alert>
      </div>
    </ConfirmDialog>
  );
}
