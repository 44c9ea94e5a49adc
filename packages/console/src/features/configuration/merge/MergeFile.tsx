import type { Choice } from '@atrium/contract/configuration/diff-file';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { choiceOf } from '../decisions/diff-choices.ts';
import { type DiffFile, isDeleteConflict } from '../decisions/diff-file.ts';
import { useFileContents } from '../differences/file-contents.ts';
import { lastCommitsQuery } from '../files/pull.queries.ts';
import type { MergeHandle } from './dialog/MergeBody.tsx';
import { LoadingPanel } from './LoadingPanel.tsx';
import { MergeFileList } from './MergeFileList.tsx';
import { MergeTexts } from './MergeTexts.tsx';
import { ModifyDeletePanel } from './ModifyDeletePanel.tsx';
import { nextConflictFile, sidesReader } from './next-conflict.ts';
import type { MergeFileProps } from './open-file.ts';
import { UnmergeablePanel } from './UnmergeablePanel.tsx';
import { unreadableText } from './unmergeable.ts';

/** Merges one file of a pull: reads its contents, and shows the panel or the dialog that they ask for. */
export function MergeFile(props: MergeFileProps) {
  const { pull, diff, choices, dispatch, onOpen, file } = props;
  const { serviceId, serviceName } = diff.service;
  const contents = useFileContents(pull.uuid, serviceId, file);
  const commits = useQuery(lastCommitsQuery(pull.uuid));
  const client = useQueryClient();
  const { local, remote, base } = contents.sides ?? { local: null, remote: null, base: null };
  // A deleted side counts as empty, so that the merged text is still shown.
  const isOwn = props.open?.isOwn === true;
  const isRead = contents.sides !== undefined;
  const files = useMemo(
    () =>
      isOwn && isRead
        ? { base, local: local ?? '', remote: remote ?? '' }
        : local === null || remote === null
          ? undefined
          : { base, local, remote },
    [base, local, remote, isOwn, isRead],
  );

  const title = `${serviceName}: ${filePathOf(file)}`;
  const close = () => onOpen(null);
  const choose = (choice: Choice) => {
    dispatch({ type: 'choose', serviceId, file, choice });
    close();
  };
  const handle = useRef<MergeHandle>(null);
  const [openCount, setOpenCount] = useState<number>();
  const leaveTo = (next: DiffFile) => {
    const result = handle.current?.finish();
    if (result) dispatch({ type: 'storeMerged', serviceId, file, ...result });
    onOpen({ file: next, dialog: 'merge' });
  };
  const aside = (
    <MergeFileList
      diff={diff}
      choices={choices}
      dispatch={dispatch}
      current={file}
      openCount={openCount}
      onOpen={leaveTo}
      findNextConflict={() =>
        nextConflictFile(diff.files, choices, file, sidesReader(client, pull.uuid, serviceId))
      }
    />
  );
  const unreadable = commits.data?.unreadable[serviceId]?.[file.remote?.filePath ?? ''];
  if (unreadable) {
    const reason = unreadableText(unreadable);
    return (
      <UnmergeablePanel
        title={title}
        reason={reason}
        canTakeRemote={false}
        isReadOnly={props.isReadOnly}
        onChoose={choose}
        onClose={close}
        aside={props.isReadOnly ? null : aside}
      />
    );
  }
  const unread = contents.error ?? contents.baseError;
  if (unread) {
    const what = contents.error ? undefined : 'The base version could not be read.';
    const handleRetry = () => {
      contents.retry();
      props.onReopen();
    };
    return (
      <UnreadPanel
        title={title}
        what={what}
        error={unread}
        onRetry={handleRetry}
        onClose={close}
        aside={props.isReadOnly ? null : aside}
      />
    );
  }
  if (isDeleteConflict(file.conflict) && contents.sides && !isOwn) {
    return (
      <ModifyDeletePanel
        title={title}
        file={file}
        serviceId={serviceId}
        aside={aside}
        uuid={pull.uuid}
        conflict={file.conflict}
        contents={contents.sides}
        choice={choiceOf(choices, file)}
        onChoose={choose}
        onReopen={props.onReopen}
        onClose={close}
      />
    );
  }
  if (!files) return <LoadingPanel title={title} label="Loading both sides …" onClose={close} />;
  return (
    <MergeTexts
      {...props}
      title={title}
      files={files}
      aside={aside}
      handle={handle}
      onOpenCount={setOpenCount}
      onChoose={choose}
    />
  );
}

interface UnreadPanelProps {
  title: string;
  what: string | undefined;
  error: Error;
  onRetry: () => void;
  onClose: () => void;
  /** The list of files, from which others are opened. */
  aside: ReactNode;
}

/** In place of the panes, when a side could not be fetched. */
function UnreadPanel({ title, what, error, onRetry, onClose, aside }: UnreadPanelProps) {
  return (
    <Dialog
      isOpen
      size="full"
      title={title}
      onClose={onClose}
      bodyClassName="!p-0 !overflow-hidden flex max-xl:flex-col"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {aside}
      <div className="min-h-0 min-w-0 flex-1 overflow-y-auto p-4">
        <ErrorAlert error={error} title={what ?? 'Could not fetch file source'} onRetry={onRetry} />
      </div>
    </Dialog>
  );
}
