import type { ReactNode } from 'react';
import { Alert } from '../../../ui/Alert.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DeclaredList } from '../live-change/DeclaredList.tsx';
import { type NamedChange, NamedList, type ReasonedChange } from '../live-change/NamedList.tsx';

interface ChangesQuestionProps {
  isOpen: boolean;
  /** Live files or items that will be removed. */
  deletions: readonly NamedChange[];
  /** Local changes that will be replaced. */
  discards: readonly NamedChange[];
  /** Live content that exists nowhere else and will be replaced. */
  replacements?: readonly NamedChange[];
  /** Content that will be live with a syntax error. */
  unparsed?: readonly ReasonedChange[];
  /** Content that will be live with unchecked syntax. */
  unchecked?: readonly NamedChange[];
  /** Changes to declarations of functions, and secrets that they need and are not set. */
  declared?: readonly ReasonedChange[];
  /** Newer commits that it undoes. */
  takenBack?: readonly ReasonedChange[];
  /** Failed tests of the submitted content. */
  failedTests?: ReactNode;
  /** Noun for one change. */
  noun: 'file' | 'item';
  onCancel: () => void;
  onConfirm: () => void;
}

/** Confirms a submit once, with a list of the deletions and discarded local changes. */
export function ChangesQuestion(props: ChangesQuestionProps) {
  const {
    isOpen,
    deletions,
    discards,
    replacements = [],
    unparsed = [],
    unchecked = [],
    declared = [],
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
        <DeclaredList declared={declared} />
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
