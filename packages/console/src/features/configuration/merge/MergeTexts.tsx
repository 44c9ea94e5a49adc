import type { Choice } from '@atrium/contract/configuration/diff-file';
import type { Pull } from '@atrium/contract/configuration/pull';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, Suspense, useState } from 'react';
import { formatDateTime } from '../../../lib/format-date.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { type Decision, isMergeLive, type ServiceChoices, shownChoice } from '../decisions/diff-choices.ts';
import { canMerge, type DiffFile, fileConflictTexts } from '../decisions/diff-file.ts';
import type { ServiceDiff } from '../differences/service-diffs.ts';
import type { MergeDraft } from '../drafts/merge-draft.ts';
import { choiceLabel } from '../files/labels.ts';
import { lastCommitOf, lastCommitsQuery } from '../files/pull.queries.ts';
import type { MergeSides } from '../panes/pane-region.ts';
import type { MergeHandle } from './dialog/MergeBody.tsx';
import { LoadingPanel } from './LoadingPanel.tsx';
import { useBaseExchange, useLocalAuthor } from './merge-labels.queries.ts';
import { mergeLabels } from './merge-labels.ts';
import type { MergeFileProps } from './open-file.ts';
import { type MovedSides, movedSince, type ResumedDraft, resumeStored } from './resume-draft.ts';
import { UnmergeablePanel } from './UnmergeablePanel.tsx';
import { unmergeableReason } from './unmergeable.ts';
import { useMergeDraft } from './use-merge-draft.ts';
import { whyNot } from './waiting-merges.ts';

const MergeDialog = lazyDialog(async () => (await import('./dialog/MergeDialog.tsx')).default);

interface MergeTextsProps extends MergeFileProps {
  title: string;
  files: MergeSides;
  /** The list of files beside the panes. */
  aside: ReactNode;
  handle: Ref<MergeHandle>;
  onOpenCount: (count: number) => void;
  onChoose: (choice: Choice) => void;
}

/** Merges the texts of one file: offers the draft, saves work, stores the result as a choice. */
export function MergeTexts(props: MergeTextsProps) {
  const { pull, diff, choices, dispatch, onOpen, file, isReadOnly, title, files, aside } = props;
  const { serviceId } = diff.service;
  const path = filePathOf(file);
  const decision = choices.files[path];
  const [takenBack, setTakenBack] = useState<{ decision: Decision; draft: MergeDraft } | null>(null);
  const resultOf = ({ merged, mergedOn }: Decision) =>
    merged === undefined ? undefined : resumeStored(merged, mergedOn !== file.local?.checksum, files);
  const stored = decision && !isMergeLive(choices, file) ? resultOf(decision) : undefined;
  const draft = useMergeDraft(pull, serviceId, path, files.local, stored);
  // A read-only dialog shows the result to submit, regardless of drafts.
  const resumed = isReadOnly ? (stored ?? null) : draft.resumed;
  const labels = useMergeLabels(pull, diff, file, resumed);
  const { found } = draft;
  const sides = resumed?.sides ?? files;
  const close = () => onOpen(null);

  const handleDiscard = () => {
    draft.discard();
    if (stored === undefined || decision === undefined || !found) return;
    dispatch({ type: 'restoreFiles', serviceId, files: { [path]: null } });
    setTakenBack({ decision, draft: found });
  };
  const handleUndo = (before: { decision: Decision; draft: MergeDraft }) => {
    dispatch({ type: 'restoreFiles', serviceId, files: { [path]: before.decision } });
    draft.resume(before.draft, files);
    setTakenBack(null);
  };
  const fallback = shownChoice(choices, file);

  if (found === undefined) return <LoadingPanel title={title} label="Loading both sides …" onClose={close} />;
  const refusal = unmergeableReason(sides);
  if (refusal) {
    return (
      <UnmergeablePanel
        title={title}
        reason={refusal}
        canTakeRemote
        isReadOnly={isReadOnly}
        onChoose={props.onChoose}
        onClose={close}
        aside={isReadOnly ? null : aside}
      />
    );
  }
  return (
    <Suspense fallback={<LoadingPanel title={title} label="Loading the merge dialog …" onClose={close} />}>
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
        draftPlace={draft.place}
        onDraft={(work) => draft.save(work, files)}
        onSubmit={(content, fault) => {
          dispatch({ type: 'storeMerged', serviceId, file, content, fault });
          close();
        }}
        handle={props.handle}
        onOpenCount={props.onOpenCount}
        onClose={close}
        notice={
          <>
            {!isReadOnly && (
              <ListedNotice
                file={file}
                listed={props.listed}
                choices={choices}
                isExamining={diff.isExamining}
              />
            )}
            {takenBack && !resumed && (
              <TakenBackNotice
                choice={fallback && choiceLabel(file.type, fallback)}
                onUndo={() => handleUndo(takenBack)}
              />
            )}
            {found !== null && !resumed && !isReadOnly && (
              <DraftNotice
                savedAt={formatDateTime(found.savedAt)}
                moved={movedSince(found, files)}
                isStored={stored !== undefined}
                onContinue={() => draft.resume(found, files)}
                onDiscard={handleDiscard}
              />
            )}
          </>
        }
        aside={isReadOnly ? null : aside}
      />
    </Suspense>
  );
}

interface DraftNoticeProps {
  savedAt: string;
  /** Sides that changed since the draft. */
  moved: MovedSides;
  /** Whether the result of an earlier merge is the file's choice; discarding the draft clears the choice. */
  isStored: boolean;
  onContinue: () => void;
  onDiscard: () => void;
}

/** Offers an unsubmitted draft. */
function DraftNotice({ savedAt, moved, isStored, onContinue, onDiscard }: DraftNoticeProps) {
  const isMoved = moved.local || moved.remote;
  const what = !moved.remote ? 'local has' : moved.local ? 'local and remote have' : 'remote has';
  return (
    <Alert
      className="mx-4 my-2"
      kind={isMoved ? 'warning' : 'note'}
      actions={
        <>
          <Button size="small" variant="primary" onClick={onContinue}>
            {isMoved ? 'Merge the draft on top' : 'Continue with the draft'}
          </Button>
          <Button size="small" onClick={onDiscard}>
            Discard the draft
          </Button>
        </>
      }
    >
      {isMoved
        ? `You have a draft from ${savedAt} that is not live, but ${what} changed since then. You can merge the draft on top.`
        : `You have a draft from ${savedAt} that is not live.`}
      {isStored && ' Your merge is chosen for this file; discarding the draft takes it back, too.'}
    </Alert>
  );
}

interface ListedNoticeProps {
  /** The file that is being merged. */
  file: DiffFile;
  /** The same as it is listed by now. */
  listed: DiffFile;
  choices: ServiceChoices;
  /** Until the contents were examined, what moved looks deleted. */
  isExamining: boolean;
}

/** Notice in an open merge whose file has changed since, with the consequence for the merged text. */
function ListedNotice({ file, listed, choices, isExamining }: ListedNoticeProps) {
  if (listed.unreadable !== undefined || isMergeLive(choices, listed)) return null;
  if (isExamining && (listed.type === 'DELETED' || listed.type === 'MOVED')) return null;
  if (!canMerge(listed)) {
    return (
      <Alert kind="warning" className="mx-4 my-2">
        {`This merge cannot be submitted now, because ${whyNot(listed.type)}. Your work is kept as a draft, and Merge above the files of the service opens it again.`}
      </Alert>
    );
  }
  if (listed.local?.checksum === file.local?.checksum) return null;
  return (
    <Alert kind="warning" className="mx-4 my-2">
      The live file has changed since you opened it. Your work is kept as a draft. Open the file again to
      merge the draft on top of the live file.
    </Alert>
  );
}

interface TakenBackNoticeProps {
  /** Label of the file's current choice; null if undecided. */
  choice: string | null;
  onUndo: () => void;
}

/** After a draft was discarded, and with it the result that was chosen for the file. */
function TakenBackNotice({ choice, onUndo }: TakenBackNoticeProps) {
  const fallback = choice === null ? 'This file is to be decided again.' : `The choice is ${choice} again.`;
  return (
    <Alert
      className="mx-4 my-2"
      actions={
        <Button size="small" onClick={onUndo}>
          Undo
        </Button>
      }
    >
      The draft was discarded, and your merge of this file was taken back. {fallback}
    </Alert>
  );
}

/** The labels of the panes of one file, as far as they are known yet. */
function useMergeLabels(pull: Pull, diff: ServiceDiff, file: DiffFile, resumed: ResumedDraft | null) {
  const { serviceId } = diff.service;
  const version = diff.local?.version;
  const lastModified = file.local?.lastModified;
  const author = useLocalAuthor(serviceId, version, lastModified);
  const exchange = useBaseExchange(pull, serviceId);
  const commits = useQuery(lastCommitsQuery(pull.uuid)).data;
  const commit = lastCommitOf(commits, serviceId, file.remote?.filePath);
  return mergeLabels({
    local: { version, author, lastModified },
    exchange,
    remote: { commitSha: pull.commitSha, ...commit },
    resumed,
  });
}
