import type { Choice } from '@atrium/contract/configuration/diff-file';
import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { type ReactNode, type Ref, Suspense, useState } from 'react';
import { formatDateTime } from '../../../lib/format-date.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { type Decision, isMergeLive } from '../diff/diff-choices.ts';
import { fileConflictTexts } from '../diff/file-conflicts.ts';
import { choiceLabel } from '../diff/labels.ts';
import type { MergeFileProps } from '../diff/open-file.ts';
import { shownChoice } from '../diff/shown-choice.ts';
import { DraftNotice } from './DraftNotice.tsx';
import { ListedNotice } from './ListedNotice.tsx';
import { LoadingPanel } from './LoadingPanel.tsx';
import type { MergeHandle } from './MergeBody.tsx';
import type { MergeDraft } from './merge-draft.ts';
import type { MergeSides } from './merge-start.ts';
import { movedSince, resumeStored } from './resume-draft.ts';
import { TakenBackNotice } from './TakenBackNotice.tsx';
import { UnmergeablePanel } from './UnmergeablePanel.tsx';
import { unmergeableReason } from './unmergeable.ts';
import { useMergeDraft } from './use-merge-draft.ts';
import { useMergeLabels } from './use-merge-labels.ts';

const MergeDialog = lazyDialog(async () => (await import('./MergeDialog.tsx')).default);

interface MergeTextsProps extends MergeFileProps {
  title: string;
  files: MergeSides;
  /** The list of files beside the panes. */
  aside: ReactNode;
  handle: Ref<MergeHandle>;
  onOpenCount: (count: number) => void;
  onChoose: (choice: Choice) => void;
}

/** Merges the texts of one file: offers the draft, keeps what is done, stores the result as a choice. */
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
  // Whoever only looks sees what will be submitted, whatever else was kept of the work.
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
              <ListedNotice file={file} listed={props.listed} choices={choices} isLooking={diff.isLooking} />
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
