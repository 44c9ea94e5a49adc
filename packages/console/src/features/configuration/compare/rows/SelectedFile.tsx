import type { Pull } from '@atrium/contract/configuration/pull';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { listProofs } from '@atrium/contract/test-runs/proof';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useMemo, useState } from 'react';
import { mayDo } from '../../../../api/auth-state.ts';
import { endpointQuery } from '../../../../api/endpoint-query.ts';
import { useAuth } from '../../../../api/session.ts';
import { formatDate, formatDateTime, formatTime } from '../../../../lib/format-date.ts';
import { Alert } from '../../../../ui/Alert.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { Columns2, GitMerge, Undo2 } from '../../../../ui/icons.ts';
import { type RowKeys, useRowKeys } from '../../../../ui/use-row-keys.ts';
import { proofText } from '../../../test-runs/public.ts';
import type { ServiceChoices } from '../../decisions/diff-choices.ts';
import type { DiffFile } from '../../decisions/diff-file.ts';
import { isRowUndecided } from '../../decisions/metadata-pairs.ts';
import type { ChoiceAction } from '../../decisions/reduce-choices.ts';
import type { ServiceDiff } from '../../differences/service-diffs.ts';
import { useLocalAuthor } from '../../merge/merge-labels.queries.ts';
import { isMergeable } from '../../merge/next-conflict.ts';
import type { OpenFile } from '../../merge/open-file.ts';
import { unreadableText } from '../../merge/unmergeable.ts';
import { type DiffRow, keyOfRow } from '../diff-rows.ts';
import type { Loss } from '../lost-files.ts';
import { FileChoice } from './FileChoice.tsx';
import { FileComparison } from './FileComparison.tsx';
import { FilePlaceText } from './FilePlaceText.tsx';
import { FileState } from './FileState.tsx';

interface SelectedFileProps {
  pull: Pull;
  diff: ServiceDiff;
  row: DiffRow;
  choices: ServiceChoices;
  dispatch: (action: ChoiceAction) => void;
  loss: Loss;
  /** Number of undecided conflicts in other files. */
  otherConflicts: number;
  onNextConflict: () => void;
  onOpen: (open: OpenFile) => void;
  /** All listed rows, and the keys that act on them. */
  rows: readonly DiffRow[];
  keys: RowKeys<DiffRow>;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The chosen file: its state, its choices, and both sides. */
export function SelectedFile(props: SelectedFileProps) {
  const { pull, diff, row, choices, dispatch, loss, otherConflicts, onOpen, rows, keys, heading } = props;
  const { file } = row;
  const path = filePathOf(file);
  const handleKeyDown = useRowKeys({ rows, rowKey: keyOfRow, keys });
  const next = rows[rows.indexOf(row) + 1];
  return (
    <section
      aria-label="Comparison"
      tabIndex={-1}
      onKeyDown={handleKeyDown}
      className="flex min-h-0 min-w-0 flex-1 flex-col outline-none"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 max-md:px-0">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 text-sm font-semibold wrap-anywhere">
          {file.movedTo ? <FilePlaceText file={file} isWhole /> : path}
        </h2>
        <FileState row={row} choices={choices} isExamining={diff.isExamining} />
        <ProvenBy serviceId={row.serviceId} file={file} />
        <span className="ml-auto flex items-center gap-1">
          {otherConflicts > 0 && (
            <Button
              size="small"
              variant={isRowUndecided(choices, row) ? 'quiet' : 'primary'}
              onClick={props.onNextConflict}
            >
              Next conflict ({otherConflicts.toLocaleString('en')} left)
            </Button>
          )}
          <IconButton
            label={`Compare ${path}`}
            icon={<Columns2 aria-hidden size={16} />}
            className="!size-8"
            onClick={() => onOpen({ file, dialog: 'compare' })}
          />
          {isMergeable(file) && (
            <Button
              size="small"
              aria-label={`Merge ${path}`}
              icon={<GitMerge aria-hidden size={16} />}
              onClick={() => onOpen({ file, dialog: 'merge' })}
            >
              Merge
            </Button>
          )}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line px-3 pb-2 max-md:px-0">
        <FileChoice key={row.key} row={row} choices={choices} dispatch={dispatch} />
        <LossText diff={diff} file={file} loss={loss} />
      </div>
      {file.unreadable ? (
        <Alert kind="warning" className="m-3">
          {unreadableText(file.unreadable)}
        </Alert>
      ) : (
        <FileComparison key={row.key} pull={pull} diff={diff} file={file} next={next} />
      )}
    </section>
  );
}

interface LossTextProps {
  diff: ServiceDiff;
  file: DiffFile;
  loss: Loss;
}

/** Names the change that submitting the choice loses. */
function LossText({ diff, file, loss }: LossTextProps) {
  const [now] = useState(() => new Date());
  const time = file.local?.lastModified;
  const author = useLocalAuthor(diff.service.serviceId, diff.local?.version, time);
  if (loss === undefined) return null;
  const whose = author === undefined ? 'the' : `${author}'s`;
  const what = loss === 'discarded' ? `Discards ${whose} change` : `Replaces ${whose} live file`;
  return (
    <p className="flex items-center gap-1.5 text-sm text-warn">
      <Undo2 aria-hidden size={14} className="shrink-0" />
      {time ? (
        <span title={formatDateTime(time)}>{`${what} of ${shortTime(time, now)}`}</span>
      ) : (
        `${what} made here`
      )}
    </p>
  );
}

/** The time of today, or the date of an earlier day. */
const shortTime = (time: string, now: Date) =>
  formatDate(time) === formatDate(now) ? formatTime(time).slice(0, 5) : formatDate(time);

/** Test coverage of a file's live content, if known. */
function ProvenBy({ serviceId, file: { local } }: { serviceId: string; file: DiffFile }) {
  const [now] = useState(() => new Date());
  const isAllowed = mayDo(useAuth(), 'tests.read');
  const { data } = useQuery({ ...endpointQuery(listProofs, { query: { serviceId } }), enabled: isAllowed });
  const known = useMemo(() => new Map(data?.files.map((proof) => [filePathOf(proof), proof])), [data]);
  const proof = local && known.get(local.filePath);
  if (proof === undefined || proof.checksum !== local?.checksum || data?.recording === 'NOT_RECORDED')
    return null;
  return <span className="text-xs text-ink-soft">Live: {proofText(proof, now)}</span>;
}
