import type { Choice } from '@atrium/contract/configuration/diff-file';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useAuth } from '../../api/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
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
  type MergeDraft,
  movedSince,
  newestDraftKey,
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

const MergeDialog = lazyDialog(async () => (await import('./merge/MergeDialog.tsx')).default);

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
  const { user } = useAuth();
  const key = draftKey(pull.uuid, serviceId, pathOf(file));
  const newestKey = newestDraftKey(user?.userId ?? '', pull, serviceId, pathOf(file));
  const [found, setFound] = useState<MergeDraft | null | undefined>(undefined);
  const [resumed, setResumed] = useState<ResumedDraft | null>(null);

  useEffect(() => {
    void findDraft(key, newestKey).then(setFound);
  }, [key, newestKey]);

  const { local, remote, base } = contents.sides ?? { local: null, remote: null, base: null };
  const files = useMemo(
    () => (local === null || remote === null ? undefined : { base, local, remote }),
    [base, local, remote],
  );
  const sides = resumed?.sides ?? files;

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
        choice={choiceOf(choices, file)}
        onChoose={choose}
        onClose={close}
      />
    );
  }
  if (!files || !sides || found === undefined) {
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
          const next: MergeDraft = { ...work, files, draftSide: resumed?.draftSide ?? null };
          void saveDraft(key, next);
          void saveDraft(newestKey, key);
        }}
        onSubmit={(content) => {
          dispatch({ type: 'storeMerged', serviceId, file, content });
          // Kept with the choices of this pull from now on; a later pull has nothing to offer again.
          void deleteDraft(newestKey);
          onOpen(null);
        }}
        onClose={close}
        notice={
          found !== null && !resumed && !isReadOnly ? (
            <DraftNotice
              savedAt={formatDateTime(found.savedAt)}
              moved={movedSince(found, files)}
              onContinue={() => setResumed(resumeDraft(found, files))}
              onDiscard={() => {
                setFound(null);
                void deleteDraft(key);
                void deleteDraft(newestKey);
              }}
            />
          ) : null
        }
        aside={isReadOnly ? null : aside}
      />
    </Suspense>
  );
}

/** The draft of this pull, or else the newest one of the same file, which an earlier pull has. */
async function findDraft(key: string, newestKey: string): Promise<MergeDraft | null> {
  const own = await readDraft<MergeDraft>(key);
  const newest = own ? undefined : await readDraft<string>(newestKey);
  const draft = newest ? await readDraft<MergeDraft>(newest) : own;
  // Without the files it was made on, nobody can say what has moved since.
  return draft?.files ? draft : null;
}
