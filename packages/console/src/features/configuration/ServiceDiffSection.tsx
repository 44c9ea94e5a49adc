import { changedSideLabels } from '@atrium/contract/configuration/changed-side';
import { choiceLabel, diffTypeLabels } from '@atrium/contract/configuration/diff-file';
import type { Pull } from '@atrium/contract/configuration/pull';
import { CircleCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { BulkActions } from './BulkActions.tsx';
import { useChangedBy } from './changed-by.ts';
import { DiffFolders } from './DiffFolders.tsx';
import { DiffList } from './DiffList.tsx';
import { DiffTable } from './DiffTable.tsx';
import { type ChoiceAction, pathOf, type ServiceChoices, shownChoice } from './diff-choices.ts';
import { actOnKey, type DiffViewProps, keyOfRow } from './diff-view.ts';
import { FileComparison } from './FileComparison.tsx';
import { FileDialogs, type OpenFile } from './FileDialogs.tsx';
import { isWithin } from './folder-tree.ts';
import { LoadErrorAlert } from './LoadErrorAlert.tsx';
import { MovedFilesList } from './MovedFilesList.tsx';
import { type FileRow, filesOfRows, hideMetadata } from './metadata-pairs.ts';
import { SubmittedNotice } from './SubmittedNotice.tsx';
import type { FileFilter } from './search-filter.ts';
import type { DiffFile } from './service-diffs.ts';
import { movedFilesOf, type ServiceSubmit, type ServiceToSubmit } from './service-submit.ts';

interface ServiceDiffSectionProps {
  pull: Pull;
  service: ServiceToSubmit;
  choices: ServiceChoices;
  dispatch: (action: ChoiceAction) => void;
  matches: FileFilter;
  hasChips: (row: FileRow<DiffFile>) => boolean;
  /** The search or the chips leave files out. */
  isNarrowed: boolean;
  isMetadataHidden: boolean;
  isUnchangedShown: boolean;
  view: 'table' | 'list';
  submit: ServiceSubmit;
  onResubmit: () => void;
  /** Grows when somebody is led to what has to be decided, in whichever folder it is. */
  leads: number;
}

/** One service of the diff step: its files with their choices, and how its submit stands. */
export function ServiceDiffSection(props: ServiceDiffSectionProps) {
  const { pull, service, choices, dispatch, matches, hasChips, isMetadataHidden, isUnchangedShown } = props;
  const { submit } = props;
  const { diff } = service;
  const { serviceId, serviceName } = diff.service;
  const [isAsking, setAsking] = useState(false);
  const [open, setOpen] = useState<OpenFile | null>(null);
  const [chosenFolder, setChosenFolder] = useState<{ path: string | null; leads: number } | null>(null);
  const folder = chosenFolder?.leads === props.leads ? chosenFolder.path : null;
  const setFolder = (path: string | null) => setChosenFolder({ path, leads: props.leads });
  const [currentKey, setCurrentKey] = useState<string | null>(null);
  const [comparedKey, setComparedKey] = useState<string | null>(null);
  const changedBy = useChangedBy(pull, diff);
  const state = submit.states[serviceId];
  const isNothingToDo = diff.local !== undefined && diff.changed.length === 0;
  const isMerged = submit.isSettled(service) || isNothingToDo;

  const rows = useMemo((): FileRow<DiffFile>[] => {
    const shown = isUnchangedShown ? diff.files : diff.changed;
    const found = isMetadataHidden ? hideMetadata(shown) : shown.map((file) => ({ file }));
    return found.filter(
      (row) =>
        matches(row.file) && hasChips(row) && (folder === null || isWithin(row.file.folderPath, folder)),
    );
  }, [diff.files, diff.changed, isMetadataHidden, isUnchangedShown, matches, hasChips, folder]);
  const files = useMemo(() => filesOfRows(rows), [rows]);

  if (choices.isIgnored) {
    return (
      <Card
        title={serviceName}
        actions={
          <Button
            size="small"
            onClick={() => {
              dispatch({ type: 'retry', serviceId });
              diff.retry();
            }}
          >
            Retry
          </Button>
        }
      >
        <p className="text-ink-soft">Ignored: nothing of this service is submitted.</p>
      </Card>
    );
  }

  const onCompare = (key: string) => setComparedKey(key === comparedKey ? null : key);
  const view: DiffViewProps = {
    ...{ serviceId, serviceName, rows, choices, dispatch, changedBy, comparedKey },
    onOpen: setOpen,
    keys: {
      currentKey,
      onCurrent: setCurrentKey,
      onKey: (key, row) => actOnKey(key, row, { serviceId, dispatch, onOpen: setOpen, onCompare }),
    },
    renderComparison: (file) => <FileComparison {...{ pull, diff, file }} />,
  };
  const current = rows.find((row) => keyOfRow(row) === currentKey)?.file;
  return (
    <Card
      isFlush
      title={serviceName}
      actions={
        <p className="text-sm text-ink-soft">
          {diff.local &&
            `${diff.changed.length.toLocaleString('en')} of ${diff.files.length.toLocaleString('en')} files differ · live version ${diff.local.version}`}
        </p>
      }
    >
      <div className="flex flex-col gap-3">
        {diff.error && (
          <LoadErrorAlert error={diff.error} onIgnore={() => setAsking(true)} onRetry={diff.retry} />
        )}
        {!diff.local && !diff.error && (
          <Spinner className="px-4 pb-4" label={`Comparing ${serviceName} …`} isLabelShown />
        )}
        {diff.isLooking && (
          <Spinner className="px-4" label="Looking for differences that do not count …" isLabelShown />
        )}
        {diff.unlookedCount > 0 && !isMerged && (
          <p className="px-4 text-sm text-ink-soft">
            {diff.unlookedCount.toLocaleString('en')}{' '}
            {diff.unlookedCount === 1 ? 'differing file was' : 'differing files were'} compared by name and
            checksum only: what differs there may be only ids or times, or a move.
          </p>
        )}
        {isMerged && (
          <Alert kind="success" className="mx-4 mb-4" title="Merged">
            {isNothingToDo ? 'Local and remote are the same.' : null}
          </Alert>
        )}
        {state?.submitted && (
          <div className="mx-4 mb-2">
            <SubmittedNotice submitted={[state.submitted]} onUndone={() => submit.undone(serviceId)} />
          </div>
        )}
        {state?.status === 'comparedAgain' && diff.local && !isMerged && (
          <Alert className="mx-4">
            {`Compared again with version ${diff.local.version}. Check the choices, then submit.`}
          </Alert>
        )}
        {state?.status === 'error' && !isMerged && (
          <SubmitError
            error={state.error}
            onResubmit={props.onResubmit}
            onCompareAgain={() => void submit.compareAgain(serviceId)}
          />
        )}
        {diff.local && (!isNothingToDo || isUnchangedShown) && (
          <>
            <BulkActions
              serviceId={serviceId}
              serviceName={serviceName}
              files={files}
              isNarrowed={props.isNarrowed || folder !== null}
              isLooking={diff.isLooking}
              dispatch={dispatch}
            />
            <div className="border-t border-line xl:grid xl:grid-cols-[minmax(11rem,15rem)_1fr]">
              <div className="max-xl:hidden">
                <DiffFolders {...{ serviceName }} changed={diff.changed} shown={folder} onShow={setFolder} />
              </div>
              <div className="min-w-0">
                {rows.length === 0 ? (
                  <EmptyState hint="No file matches the search and the filters." />
                ) : props.view === 'table' ? (
                  <DiffTable {...view} />
                ) : (
                  <DiffList {...view} />
                )}
              </div>
            </div>
          </>
        )}
      </div>
      <p role="status" className="sr-only">
        {current && rowText(current, choices)}
      </p>
      <FileDialogs
        pull={pull}
        diff={diff}
        choices={choices}
        dispatch={dispatch}
        open={open}
        onOpen={setOpen}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title="Ignore service"
        confirmLabel="Ignore"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          dispatch({ type: 'ignore', serviceId });
        }}
      >
        Are you sure you want to ignore {serviceName}?
      </ConfirmDialog>
    </Card>
  );
}

/** What is read out of the row that keys act on. */
function rowText(file: DiffFile, choices: ServiceChoices): string {
  const choice = shownChoice(choices, file);
  return [
    pathOf(file),
    diffTypeLabels[file.type],
    file.side && changedSideLabels[file.side],
    choice === null ? 'To be decided' : choiceLabel(file.type, choice),
  ]
    .filter(Boolean)
    .join(', ');
}

interface SubmitErrorProps {
  error: unknown;
  onResubmit: () => void;
  onCompareAgain: () => void;
}

function SubmitError({ error, onResubmit, onCompareAgain }: SubmitErrorProps) {
  const moved = movedFilesOf(error);
  return (
    <div className="mx-4 mb-2 flex flex-col gap-2">
      <ErrorAlert
        error={error}
        title="The service could not be submitted."
        actions={
          <>
            <Button size="small" onClick={moved ? onCompareAgain : onResubmit}>
              Resubmit
            </Button>
            {moved && (
              <Button size="small" icon={<CircleCheck aria-hidden size={16} />} onClick={onCompareAgain}>
                Compare again
              </Button>
            )}
          </>
        }
      />
      {moved && <MovedFilesList moved={moved} />}
    </div>
  );
}
