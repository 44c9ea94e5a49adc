import { choiceLabel } from '@atrium/contract/configuration/diff-file';
import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { bulkChoices, bulkLabels } from './bulk-labels.ts';
import {
  type ChoiceAction,
  isMergeStale,
  isOpen as isUndecided,
  mergedOf,
  pathOf,
  type ServiceChoices,
  shownChoice,
} from './diff-choices.ts';
import { isDeleteConflict } from './file-conflicts.ts';
import { isMergeable, type NextConflict } from './next-conflict.ts';
import type { DiffFile, ServiceDiff } from './service-diffs.ts';

interface MergeFileListProps {
  diff: ServiceDiff;
  choices: ServiceChoices;
  dispatch: (action: ChoiceAction) => void;
  current: DiffFile;
  onOpen: (file: DiffFile) => void;
  findNextConflict: () => Promise<NextConflict>;
}

/** The changed files of the service beside the merge dialog (on small screens above it), with how each stands. */
export function MergeFileList({
  diff,
  choices,
  dispatch,
  current,
  onOpen,
  findNextConflict,
}: MergeFileListProps) {
  const [message, setMessage] = useState('');
  const [isLooking, setLooking] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const changed = useMemo(() => diff.files.filter(isMergeable), [diff.files]);
  const folders = Map.groupBy(changed, ({ folderPath }) => folderPath);
  // What one side deleted is kept or deleted as a whole: there is nothing to merge by hand.
  const byHand = changed.filter(({ conflict }) => !isDeleteConflict(conflict));
  const mergedCount = byHand.filter((file) => mergedOf(choices, file) !== undefined).length;

  const handleNext = async () => {
    setLooking(true);
    setMessage('');
    try {
      const { file, unreadableCount } = await findNextConflict();
      if (file) onOpen(file);
      else setMessage(`No other file has conflicts.${unreadableText(unreadableCount)}`);
    } finally {
      setLooking(false);
    }
  };

  return (
    <nav
      aria-label="Changed files"
      className={`flex shrink-0 flex-col border-line bg-surface text-sm max-xl:border-b xl:w-60 xl:border-r ${changed.length === 1 ? 'max-xl:hidden' : ''}`}
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 xl:flex-col xl:items-stretch xl:p-3">
        {byHand.length > 0 && (
          <>
            <p>
              {mergedCount} of {byHand.length} merged by hand
            </p>
            <progress
              aria-label="Files merged by hand"
              className="h-1.5 w-24 accent-accent max-md:hidden xl:w-full"
              value={mergedCount}
              max={byHand.length}
            />
          </>
        )}
        <Button size="small" className="xl:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide files' : `${changed.length} files`}
        </Button>
        <Button size="small" isBusy={isLooking} onClick={() => void handleNext()}>
          Next file with conflicts
        </Button>
        <p role="status" className="text-ink-soft empty:hidden">
          {message}
        </p>
      </div>
      <ul className={`min-h-0 flex-1 overflow-y-auto max-xl:max-h-48 ${isOpen ? '' : 'max-xl:hidden'}`}>
        {[...folders].map(([folder, files]) => (
          <li key={folder}>
            <div className="flex items-center bg-sunken py-0.5 pr-1 pl-3">
              <h3 className="min-w-0 flex-1 truncate font-semibold" title={folder}>
                {folder}
              </h3>
              <Menu
                align="end"
                trigger={
                  <Button size="small" look="quiet" aria-label={`For all files of ${folder}`}>
                    All
                    <ChevronDown aria-hidden size={14} />
                  </Button>
                }
                actions={bulkChoices.map((action) => ({
                  label: bulkLabels[action],
                  onSelect: () =>
                    dispatch({ type: 'chooseAll', serviceId: diff.service.serviceId, files, action }),
                }))}
              />
            </div>
            <ul>
              {files.map((file) => (
                <li key={file.name}>
                  <button
                    type="button"
                    aria-current={pathOf(file) === pathOf(current) ? 'true' : undefined}
                    onClick={() => onOpen(file)}
                    className="flex w-full flex-col px-3 py-1.5 text-left hover:bg-accent-soft aria-[current=true]:bg-accent-soft"
                  >
                    <span className="w-full truncate" title={file.name}>
                      {file.name}
                    </span>
                    <span className="text-xs text-ink-soft">{standingOf(file)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );

  function standingOf(file: DiffFile): string {
    if (isDeleteConflict(file.conflict)) return `⚠ modify/delete: ${labelOf(file)}`;
    if (isMergeStale(choices, file)) return '⚠ local moved: merge again';
    if (mergedOf(choices, file) !== undefined) return '✓ merged by hand';
    if (isUndecided(choices, file)) return '⚠ to be decided';
    return labelOf(file);
  }

  function labelOf(file: DiffFile): string {
    return choiceLabel(file.type, shownChoice(choices, file) ?? 'local');
  }
}

function unreadableText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' One file could not be read.' : ` ${count} files could not be read.`;
}
