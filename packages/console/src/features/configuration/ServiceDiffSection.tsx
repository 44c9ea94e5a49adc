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
import { DiffList } from './DiffList.tsx';
import { DiffTable } from './DiffTable.tsx';
import type { ChoiceAction, ServiceChoices } from './diff-choices.ts';
import { FileDialogs, type OpenFile } from './FileDialogs.tsx';
import { LoadErrorAlert } from './LoadErrorAlert.tsx';
import { MovedFilesList } from './MovedFilesList.tsx';
import { type FileRow, hideMetadata } from './metadata-pairs.ts';
import type { FileFilter } from './search-filter.ts';
import type { DiffFile, ServiceDiff } from './service-diffs.ts';
import { movedFilesOf, type ServiceSubmit } from './service-submit.ts';

interface ServiceDiffSectionProps {
  pull: Pull;
  diff: ServiceDiff;
  choices: ServiceChoices;
  dispatch: (action: ChoiceAction) => void;
  matches: FileFilter;
  isMetadataHidden: boolean;
  isUnchangedShown: boolean;
  view: 'table' | 'list';
  submit: ServiceSubmit;
}

/** One service of the diff step: its files with their choices, and how its submit stands. */
export function ServiceDiffSection(props: ServiceDiffSectionProps) {
  const { pull, diff, choices, dispatch, matches, isMetadataHidden, isUnchangedShown, submit } = props;
  const { serviceId, serviceName } = diff.service;
  const [isAsking, setAsking] = useState(false);
  const [open, setOpen] = useState<OpenFile | null>(null);
  const state = submit.states[serviceId];
  const isMerged = submit.isMerged(diff);

  const rows = useMemo((): FileRow<DiffFile>[] => {
    const changed = isUnchangedShown ? diff.files : diff.files.filter(({ type }) => type !== 'NO_CHANGE');
    const found = isMetadataHidden ? hideMetadata(changed) : changed.map((file) => ({ file }));
    return found.filter(({ file }) => matches(file));
  }, [diff.files, isMetadataHidden, isUnchangedShown, matches]);

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

  const isNothingToDo = diff.local !== undefined && diff.changedCount === 0;
  return (
    <Card
      isFlush
      title={serviceName}
      actions={
        <p className="text-sm text-ink-soft">
          {diff.local &&
            `${diff.changedCount.toLocaleString('en')} of ${diff.files.length.toLocaleString('en')} files differ · live version ${diff.local.version}`}
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
        {(isMerged || isNothingToDo) && (
          <Alert kind="success" className="mx-4 mb-4" title="Merged">
            {isNothingToDo && !isMerged ? 'Local and remote are the same.' : null}
          </Alert>
        )}
        {state?.status === 'error' && (
          <SubmitError
            error={state.error}
            onResubmit={() => void submit.submit([diff])}
            onCompareAgain={() => void submit.compareAgain(serviceId)}
          />
        )}
        {diff.local && !isMerged && !(isNothingToDo && !isUnchangedShown) && (
          <>
            <BulkActions
              serviceId={serviceId}
              serviceName={serviceName}
              files={diff.files}
              dispatch={dispatch}
            />
            {rows.length === 0 ? (
              <EmptyState hint="No file matches the search and the filters." />
            ) : props.view === 'table' ? (
              <DiffTable
                {...{ serviceId, serviceName, rows, choices, dispatch }}
                defaults={diff.local.defaultActions}
                onOpen={setOpen}
              />
            ) : (
              <DiffList
                {...{ serviceId, serviceName, rows, choices, dispatch }}
                defaults={diff.local.defaultActions}
                onOpen={setOpen}
              />
            )}
          </>
        )}
      </div>
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
            <Button size="small" onClick={onResubmit}>
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
