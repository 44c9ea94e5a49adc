import type { Pull } from '@atrium/contract/configuration/pull';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { useMemo, useState } from 'react';
import { formatQuantity } from '../../../lib/format.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { FolderTree } from '../../../ui/FolderTree.tsx';
import { GitMerge } from '../../../ui/icons.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import type { ServiceChoices } from '../decisions/diff-choices.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import { filesOfRows } from '../decisions/metadata-pairs.ts';
import type { ChoiceAction } from '../decisions/reduce-choices.ts';
import { FolderCountsText } from '../differences/FolderCountsText.tsx';
import type { OpenFile } from '../merge/open-file.ts';
import { useWaitingMerges, type WaitingMerge, whyNot } from '../merge/waiting-merges.ts';
import type { ServiceSubmit, ServiceToSubmit } from '../submit/service-submit.ts';
import { BulkActions } from './BulkActions.tsx';
import { ComparisonState } from './ComparisonState.tsx';
import { FileDialogs } from './FileDialogs.tsx';
import { folderTree } from './folder-tree.ts';
import { ServiceFiles } from './rows/ServiceFiles.tsx';
import { ServiceSubmitState } from './ServiceSubmitState.tsx';
import { type RowFilter, useShownRows } from './shown-rows.ts';
import type { ShownFiles } from './use-shown-files.ts';

interface ServiceDiffSectionProps {
  pull: Pull;
  service: ServiceToSubmit;
  choices: ServiceChoices;
  dispatch: (action: ChoiceAction) => void;
  filter: RowFilter;
  /** The search or the chips leave files out. */
  isNarrowed: boolean;
  /** Clears them. */
  onShowAll: () => void;
  view: 'table' | 'list';
  submit: ServiceSubmit;
  onResubmit: () => void;
  /** Last jump to undecided files; a new jump clears the folder filter. */
  led: ShownFiles['led'];
}

/** Renders a service of the diff step: its files with their choices, and the state of its submit. */
export function ServiceDiffSection(props: ServiceDiffSectionProps) {
  const { pull, service, choices, dispatch, filter, submit, led } = props;
  const { diff } = service;
  const { serviceId, serviceName } = diff.service;
  const [chosenFolder, setChosenFolder] = useState<{ path: string | null; times: number } | null>(null);
  const folder = chosenFolder?.times === led.times ? chosenFolder.path : null;
  const isNothingToDo = diff.local !== undefined && diff.changed.length === 0;
  const isSettled = submit.isSettled(service);
  const isMerged = isSettled || isNothingToDo;
  const rows = useShownRows(diff, filter, folder);
  const [open, setOpen] = useState<OpenFile | null>(null);
  const waiting = useWaitingMerges(pull.uuid, diff, choices, open !== null);
  const files = useMemo(() => filesOfRows(rows), [rows]);

  // Rendered outside the list, which unmounts when nothing differs: a dialog may hold unsaved work.
  const dialogs = (
    <FileDialogs pull={pull} diff={diff} choices={choices} dispatch={dispatch} open={open} onOpen={setOpen} />
  );

  if (choices.isIgnored) {
    const handleRetry = () => {
      dispatch({ type: 'retry', serviceId });
      diff.retry();
    };
    return (
      <>
        <IgnoredService serviceName={serviceName} onRetry={handleRetry} />
        {dialogs}
      </>
    );
  }
  const section = (
    <Card
      isFlush
      title={serviceName}
      actions={
        // At the top, its disappearance shifts nothing.
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
          {diff.isExamining && <Spinner label="Checking for metadata-only differences …" isLabelShown />}
          {diff.local &&
            `${diff.changed.length.toLocaleString('en')} of ${formatQuantity(diff.files.length, 'file')} ${diff.changed.length === 1 ? 'differs' : 'differ'} · live version ${diff.local.version}`}
        </p>
      }
    >
      <div className="flex flex-col gap-3">
        <ComparisonState
          diff={diff}
          isMerged={isMerged}
          onIgnore={() => dispatch({ type: 'ignore', serviceId })}
        />
        <ServiceSubmitState
          diff={diff}
          choices={choices}
          submit={submit}
          isSettled={isSettled}
          isNothingToDo={isNothingToDo}
          onResubmit={props.onResubmit}
        />
        <WaitingMerges waiting={waiting} onOpen={setOpen} />
        {diff.local && (!isNothingToDo || filter.isUnchangedShown) && (
          <>
            <BulkActions
              serviceId={serviceId}
              serviceName={serviceName}
              files={files}
              isNarrowed={props.isNarrowed || folder !== null}
              isExamining={diff.isExamining}
              dispatch={dispatch}
            />
            <div className="border-t border-line xl:grid xl:grid-cols-[minmax(11rem,15rem)_1fr]">
              <div className="max-xl:hidden">
                <DiffFolders
                  serviceName={serviceName}
                  changed={diff.changed}
                  shown={folder}
                  onShow={(path) => setChosenFolder({ path, times: led.times })}
                />
              </div>
              <div className="min-w-0">
                <ServiceFiles
                  pull={pull}
                  diff={diff}
                  rows={rows}
                  choices={choices}
                  dispatch={dispatch}
                  view={props.view}
                  led={led.serviceId === serviceId ? led.times : 0}
                  onOpen={setOpen}
                  onShowAll={() => {
                    setChosenFolder(null);
                    props.onShowAll();
                  }}
                />
              </div>
            </div>
          </>
        )}
      </div>
    </Card>
  );
  return (
    <>
      {section}
      {dialogs}
    </>
  );
}

interface DiffFoldersProps {
  serviceName: string;
  changed: readonly DiffFile[];
  /** The folder whose files are shown; null for all. */
  shown: string | null;
  onShow: (folder: string | null) => void;
}

/** Tree of the changed folders. Selecting a folder filters the list to its subtree. */
function DiffFolders({ serviceName, changed, shown, onShow }: DiffFoldersProps) {
  const nodes = useMemo(() => folderTree(changed), [changed]);
  return (
    <div className="h-full border-r border-line">
      <FolderTree
        label={`Folders of ${serviceName}`}
        nodes={nodes}
        note={(node) => <FolderCountsText counts={node} />}
        shown={shown}
        onShow={onShow}
      />
    </div>
  );
}

interface IgnoredServiceProps {
  serviceName: string;
  onRetry: () => void;
}

/** Ignored service that could not be loaded. */
function IgnoredService({ serviceName, onRetry }: IgnoredServiceProps) {
  return (
    <Card
      title={serviceName}
      actions={
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      <p className="text-ink-soft">Ignored: no changes to this service will be submitted.</p>
    </Card>
  );
}

interface WaitingMergesProps {
  waiting: readonly WaitingMerge[];
  onOpen: (open: OpenFile) => void;
}

/** Merges and drafts of files that cannot take them now, so that none is lost and each can be opened. */
function WaitingMerges({ waiting, onOpen }: WaitingMergesProps) {
  return waiting.map(({ file, isStored }) => {
    const path = filePathOf(file);
    return (
      <Alert
        key={path}
        kind={isStored ? 'warning' : 'note'}
        className="mx-4 mb-2"
        actions={
          <Button
            size="small"
            aria-label={`Merge ${path}`}
            icon={<GitMerge aria-hidden size={16} />}
            onClick={() => onOpen({ file, dialog: 'merge', isOwn: true })}
          >
            Merge
          </Button>
        }
      >
        {`Your ${isStored ? 'merge' : 'draft'} of ${path} cannot be submitted, because ${whyNot(file.type)}. It is kept in this browser for up to seven days.`}
      </Alert>
    );
  });
}
