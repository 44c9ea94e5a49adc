import type { Pull } from '@atrium/contract/configuration/pull';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { listProofs } from '@atrium/contract/test-runs/proof';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { mayDo } from '../../../../api/auth-state.ts';
import { endpointQuery } from '../../../../api/endpoint-query.ts';
import { useAuth } from '../../../../api/session.ts';
import { formatDateTime } from '../../../../lib/format-date.ts';
import { Button } from '../../../../ui/Button.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { proofText } from '../../../test-runs/public.ts';
import { type ServiceChoices, shownChoice } from '../../decisions/diff-choices.ts';
import type { DiffFile } from '../../decisions/diff-file.ts';
import type { FileRow } from '../../decisions/metadata-pairs.ts';
import type { ChoiceAction } from '../../decisions/reduce-choices.ts';
import type { ServiceDiff } from '../../differences/service-diffs.ts';
import { changedSideLabels, choiceLabel, diffTypeLabels } from '../../files/labels.ts';
import { lastCommitOf, lastCommitsQuery } from '../../files/pull.queries.ts';
import { useLocalAuthors } from '../../merge/merge-labels.queries.ts';
import type { OpenFile } from '../../merge/open-file.ts';
import { DiffList } from './DiffList.tsx';
import { DiffTable } from './DiffTable.tsx';
import { actOnKey, type DiffViewProps, keyOfRow } from './diff-view.ts';
import { FileComparison } from './FileComparison.tsx';
import { useFirstOpenRow } from './use-first-open-row.ts';

/** Returns the author and time of each changed side, as far as known. */
function useChangedBy(pull: Pull, { service, local }: ServiceDiff): (file: DiffFile) => string[] {
  const commits = useQuery(lastCommitsQuery(pull.uuid)).data;
  const authorOf = useLocalAuthors(service.serviceId, local?.version);
  return ({ side, local: mine, remote: theirs }) => {
    const commit = lastCommitOf(commits, service.serviceId, theirs?.filePath);
    const lines: string[] = [];
    if (side !== 'GIT' && mine?.lastModified)
      lines.push(changedBy('here', authorOf(mine.lastModified), mine.lastModified));
    if (side !== 'HERE' && commit) lines.push(changedBy('git', commit.author, commit.lastModified));
    return lines;
  };
}

const changedBy = (place: string, author: string | undefined, time: string) =>
  `${place}: ${[author, formatDateTime(time)].filter(Boolean).join(', ')}`;

interface ServiceFilesProps {
  pull: Pull;
  diff: ServiceDiff;
  rows: readonly FileRow<DiffFile>[];
  choices: ServiceChoices;
  dispatch: (action: ChoiceAction) => void;
  view: 'table' | 'list';
  /** Incremented on each jump to undecided files. */
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
    isExamining: diff.isExamining,
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

/** The search and the filters leave no file of a service. */
function NoFileFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      hint="No file of this service matches the search and the filters above."
      action={<Button onClick={onShowAll}>Clear search and filters</Button>}
    />
  );
}

/** Returns a text about the test coverage of a file's live content; undefined if unknown or not live. */
function useFileProofs(serviceId: string): (file: DiffFile) => string | undefined {
  const isAllowed = mayDo(useAuth(), 'tests.read');
  const { data } = useQuery({ ...endpointQuery(listProofs, { query: { serviceId } }), enabled: isAllowed });
  const known = useMemo(() => new Map(data?.files.map((proof) => [filePathOf(proof), proof])), [data]);
  return ({ local }) => {
    const proof = local ? known.get(local.filePath) : undefined;
    if (proof === undefined || proof.checksum !== local?.checksum || data?.recording === 'NOT_RECORDED')
      return undefined;
    return `Live: ${proofText(proof, new Date())}`;
  };
}

/** Text announced for the row that receives key presses. */
function rowText(file: DiffFile, choices: ServiceChoices): string {
  const choice = shownChoice(choices, file);
  return [
    filePathOf(file),
    diffTypeLabels[file.type],
    file.side && changedSideLabels[file.side],
    choice === null ? 'To be decided' : choiceLabel(file.type, choice),
  ]
    .filter(Boolean)
    .join(', ');
}
