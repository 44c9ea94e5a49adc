import type { Choice } from '@atrium/contract/configuration/diff-file';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { choiceOf, pathOf } from './diff-choices.ts';
import { deleteDraft, readDraft, saveDraft } from './draft-store.ts';
import type { FileDialogsProps } from './FileDialogs.tsx';
import { fileConflictTexts, isDeleteConflict } from './file-conflicts.ts';
import { useFileContents } from './file-contents.ts';
import { MergeFileList } from './MergeFileList.tsx';
import { ModifyDeletePanel } from './ModifyDeletePanel.tsx';
import { DraftNotice } from './merge/DraftNotice.tsx';
import {
  draftKey,
  isDraftMoved,
  type MergeDraft,
  type ResumedDraft,
  resumeDraft,
} from './merge/merge-draft.ts';
import { unmergeableReason, unreadableText } from './merge/unmergeable.ts';
import { useBaseExchange, useLocalAuthor } from './merge-labels.queries.ts';
import { mergeLabels } from './merge-labels.ts';
import { nextConflictFile, sidesReader } from './next-conflict.ts';
import { lastCommitsQuery } from './pull.queries.ts';
import type { DiffFile } from './service-diffs.ts';
import { UnmergeablePanel } from './UnmergeablePanel.tsx';

const MergeDialog = lazy(() => import('./merge/MergeDialog.tsx'));

interface MergeFileProps extends FileDialogsProps {
  file: DiffFile;
  isReadOnly: boolean;
}

/** Merges one file of a pull: reads its contents, offers the draft, stores the result as a choice. */
export function MergeFile(props: MergeFileProps) {
  const { pull, diff, choices, dispatch, onOpen, file, isReadOnly } = props;
  const { serviceId, serviceName } = diff.service;
  const contents = useFileContents(pull.uuid, serviceId, file);
  const commits = useQuery(lastCommitsQuery(pull.uuid));
  const author = useLocalAuthor(serviceId, diff.local?.version, file.local?.lastModified);
  const exchange = useBaseExchange(pull, serviceId);
  const client = useQueryClient();
  const key = draftKey(pull.uuid, serviceId, pathOf(file));
  const [found, setFound] = useState<MergeDraft | null | undefined>(undefined);
  const [resumed, setResumed] = useState<ResumedDraft | null>(null);

  useEffect(() => {
    void readDraft<MergeDraft>(key).then((stored) => setFound(stored ?? null));
  }, [key]);

  const { local, remote, base } = contents.sides ?? { local: null, remote: null, base: null };
  const sides = useMemo(() => {
    if (local === null || remote === null) return undefined;
    return resumed?.sides ?? { base, local, remote };
  }, [base, local, remote, resumed]);

  const title = `${serviceName}: ${pathOf(file)}`;
  const close = () => onOpen(null);
  const choose = (choice: Choice) => {
    dispatch({ type: 'choose', serviceId, file, choice });
    close();
  };
  const aside = (
    <MergeFileList
      {...{ diff, choices, dispatch }}
      current={file}
      onOpen={(next) => onOpen({ file: next, dialog: 'merge' })}
      findNextConflict={() =>
        nextConflictFile(diff.files, choices, file, sidesReader(client, pull.uuid, serviceId))
      }
    />
  );
  const unreadable = commits.data?.unreadable[serviceId]?.[file.remote?.filePath ?? ''];
  if (unreadable) {
    const reason = unreadableText(unreadable);
    return (
      <UnmergeablePanel {...{ title, reason }} canTakeRemote={false} onChoose={choose} onClose={close} />
    );
  }
  if (contents.error) {
    return (
      <Dialog isOpen title={title} onClose={close} footer={<Button onClick={close}>Close</Button>}>
        <ErrorAlert error={contents.error} title="Could not fetch file source" onRetry={contents.retry} />
      </Dialog>
    );
  }
  if (isDeleteConflict(file.conflict) && contents.sides) {
    return (
      <ModifyDeletePanel
        {...{ title, file, serviceId, aside }}
        uuid={pull.uuid}
        conflict={file.conflict}
        contents={contents.sides}
        choice={choiceOf(choices, file, diff.local?.defaultActions)}
        onChoose={choose}
        onClose={close}
      />
    );
  }
  if (!sides || found === undefined) {
    return (
      <Dialog isOpen size="full" title={title} onClose={close}>
        <Spinner label="Loading both sides …" isLabelShown />
      </Dialog>
    );
  }
  const refusal = unmergeableReason(sides);
  if (refusal) {
    return (
      <UnmergeablePanel {...{ title, reason: refusal }} canTakeRemote onChoose={choose} onClose={close} />
    );
  }

  const commitIndex = commits.data?.files[serviceId]?.[file.remote?.filePath ?? ''];
  const commit = commits.data?.commits[commitIndex ?? -1];
  const labels = mergeLabels({
    serviceName,
    local: { version: diff.local?.version, author, lastModified: file.local?.lastModified },
    exchange,
    remote: { commitSha: pull.commitSha, ...commit },
    resumed,
  });
  return (
    <Suspense
      fallback={
        <Dialog isOpen size="full" title={title} onClose={close}>
          <Spinner label="Loading the merge dialog …" isLabelShown />
        </Dialog>
      }
    >
      <MergeDialog
        key={resumed ? 'resumed' : 'new'}
        title={title}
        name={file.name}
        serviceId={serviceId}
        sides={sides}
        labels={labels}
        twoWayReason={file.conflict && fileConflictTexts[file.conflict]}
        isReadOnly={isReadOnly}
        draft={resumed?.draft}
        onDraft={(work) => {
          const next: MergeDraft = { ...work, isOnTop: resumed?.isOnTop ?? false };
          void saveDraft(key, next);
        }}
        onSubmit={(content) => {
          dispatch({ type: 'storeMerged', serviceId, file, content });
          onOpen(null);
        }}
        onClose={close}
        notice={
          found !== null && !resumed && !isReadOnly ? (
            <DraftNotice
              savedAt={formatDateTime(found.savedAt)}
              isMoved={isDraftMoved(found, sides)}
              onContinue={() => setResumed(resumeDraft(found, sides))}
              onDiscard={() => {
                setFound(null);
                void deleteDraft(key);
              }}
            />
          ) : null
        }
        aside={isReadOnly ? null : aside}
      />
    </Suspense>
  );
}
