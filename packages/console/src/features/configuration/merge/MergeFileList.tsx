import { useMemo, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { isSettledByHand, type ServiceChoices } from '../decisions/diff-choices.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import type { ChoiceAction } from '../decisions/reduce-choices.ts';
import type { ServiceDiff } from '../differences/service-diffs.ts';
import { MergeFolder } from './MergeFolder.tsx';
import { NextConflictButton } from './NextConflictButton.tsx';
import { isMergeable, type NextConflict } from './next-conflict.ts';

interface MergeFileListProps {
  diff: ServiceDiff;
  choices: ServiceChoices;
  dispatch: (action: ChoiceAction) => void;
  current: DiffFile;
  /** Number of open conflicts of the current file, if known. */
  openCount: number | undefined;
  onOpen: (file: DiffFile) => void;
  findNextConflict: () => Promise<NextConflict>;
}

/** The changed files of the service next to the merge dialog (on small screens above it), with the state of each. */
export function MergeFileList(props: MergeFileListProps) {
  const { diff, choices, dispatch, current, onOpen, findNextConflict } = props;
  const { serviceId } = diff.service;
  const [isOpen, setOpen] = useState(false);
  const changed = useMemo(() => diff.files.filter(isMergeable), [diff.files]);
  const folders = Map.groupBy(changed, ({ folderPath }) => folderPath);
  const conflicting = changed.filter(hasConflict);
  const decidedCount = conflicting.filter((file) => isSettledByHand(choices, file)).length;
  return (
    <nav
      aria-label="Changed files"
      className={`flex shrink-0 flex-col border-line bg-surface text-sm max-xl:border-b xl:w-60 xl:border-r ${changed.length === 1 ? 'max-xl:hidden' : ''}`}
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 xl:flex-col xl:items-stretch xl:p-3">
        <MergeProgress decidedCount={decidedCount} count={conflicting.length} />
        <Button size="small" className="xl:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide files' : `${changed.length} files`}
        </Button>
        <NextConflictButton findNextConflict={findNextConflict} onOpen={onOpen} />
      </div>
      <ul className={`min-h-0 flex-1 overflow-y-auto max-xl:max-h-48 ${isOpen ? '' : 'max-xl:hidden'}`}>
        {[...folders].map(([folder, files]) => (
          <MergeFolder
            key={folder}
            folder={folder}
            files={files}
            choices={choices}
            current={current}
            openCount={props.openCount}
            isExamining={diff.isExamining}
            onOpen={onOpen}
            onChooseAll={(action) => dispatch({ type: 'chooseAll', serviceId, files, action })}
          />
        ))}
      </ul>
    </nav>
  );
}

const hasConflict = ({ merge, conflict, bySide }: DiffFile) =>
  merge === 'CONFLICT' || conflict !== undefined || bySide === null;

interface MergeProgressProps {
  decidedCount: number;
  /** Files with conflicts. */
  count: number;
}

/** Number of files with decided conflicts; empty if no file has conflicts. */
function MergeProgress({ decidedCount, count }: MergeProgressProps) {
  if (count === 0) return null;
  return (
    <>
      <p>
        {decidedCount} of {count} with conflicts decided
      </p>
      <progress
        aria-label="Files whose conflicts are decided"
        className="h-1.5 w-24 accent-accent max-md:hidden xl:w-full"
        value={decidedCount}
        max={count}
      />
    </>
  );
}
