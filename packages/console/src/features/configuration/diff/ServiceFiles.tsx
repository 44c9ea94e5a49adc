import type { Pull } from '@atrium/contract/configuration/pull';
import { useState } from 'react';
import { useChangedBy } from './changed-by.ts';
import { DiffList } from './DiffList.tsx';
import { DiffTable } from './DiffTable.tsx';
import type { ServiceChoices } from './diff-choices.ts';
import { actOnKey, type DiffViewProps, keyOfRow } from './diff-view.ts';
import { FileComparison } from './FileComparison.tsx';
import { useFileProofs } from './file-proofs.ts';
import type { FileRow } from './metadata-pairs.ts';
import { NoFileFound } from './NoFileFound.tsx';
import type { OpenFile } from './open-file.ts';
import type { ChoiceAction } from './reduce-choices.ts';
import { rowText } from './row-text.ts';
import type { DiffFile, ServiceDiff } from './service-diffs.ts';
import { useFirstOpenRow } from './use-first-open-row.ts';

interface ServiceFilesProps {
  pull: Pull;
  diff: ServiceDiff;
  rows: readonly FileRow<DiffFile>[];
  choices: ServiceChoices;
  dispatch: (action: ChoiceAction) => void;
  view: 'table' | 'list';
  /** Grows when someone is led here to what has to be decided. */
  led: number;
  onOpen: (open: OpenFile) => void;
  /** Clears what narrows the list. */
  onShowAll: () => void;
}

/** The files of a service, by mouse and by keyboard. */
export function ServiceFiles(props: ServiceFilesProps) {
  const { pull, diff, rows, choices, dispatch, view, led, onOpen, onShowAll } = props;
  const { serviceId, serviceName } = diff.service;
  const [currentKey, setCurrentKey] = useState<string | null>(null);
  const [comparedKey, setComparedKey] = useState<string | null>(null);
  const changedBy = useChangedBy(pull, diff);
  const proofOf = useFileProofs(serviceId);
  const onCompare = (key: string) => setComparedKey(key === comparedKey ? null : key);
  const viewProps: DiffViewProps = {
    serviceId,
    serviceName,
    rows,
    choices,
    isLooking: diff.isLooking,
    dispatch,
    changedBy,
    proofOf,
    comparedKey,
    onOpen,
    keys: {
      currentKey,
      onCurrent: setCurrentKey,
      onKey: (key, row) => actOnKey(key, row, { serviceId, dispatch, onOpen, onCompare }),
    },
    renderComparison: (file) => <FileComparison pull={pull} diff={diff} file={file} />,
  };
  const current = rows.find((row) => keyOfRow(row) === currentKey)?.file;
  const list = useFirstOpenRow(led, rows, choices, setCurrentKey);
  const View = view === 'table' ? DiffTable : DiffList;
  return (
    <>
      <div ref={list}>
        {rows.length === 0 ? <NoFileFound onShowAll={onShowAll} /> : <View {...viewProps} />}
      </div>
      <p role="status" className="sr-only">
        {current && rowText(current, choices)}
      </p>
    </>
  );
}
