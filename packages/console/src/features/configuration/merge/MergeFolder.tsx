import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { Check } from '../../../ui/icons.ts';
import { TriangleAlert } from '../../../ui/message-icons.ts';
import type { BulkChoice, ServiceChoices } from '../decisions/diff-choices.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import { FolderChoices } from '../decisions/FolderChoices.tsx';
import { fileStanding, hasOpenConflict } from './file-standing.ts';

interface MergeFolderProps {
  folder: string;
  files: readonly DiffFile[];
  choices: ServiceChoices;
  current: DiffFile;
  /** Number of open conflicts of the current file, if known. */
  openCount: number | undefined;
  /** Whether the changed sides are still being determined. */
  isExamining: boolean;
  onOpen: (file: DiffFile) => void;
  onChooseAll: (action: BulkChoice) => void;
}

/** A folder of the list beside the merge dialog: one choice for all of it, and its files. */
export function MergeFolder(props: MergeFolderProps) {
  const { folder, files, choices, current, isExamining, onOpen, onChooseAll } = props;
  const isCurrent = (file: DiffFile) => filePathOf(file) === filePathOf(current);
  return (
    <li>
      <div className="flex items-center bg-sunken py-0.5 pr-1 pl-3">
        <h3 className="min-w-0 flex-1 font-semibold wrap-anywhere">{folder}</h3>
        <FolderChoices folder={folder} isExamining={isExamining} onChoose={onChooseAll} />
      </div>
      <ul>
        {files.map((file) => (
          <li key={file.name}>
            <button
              type="button"
              aria-current={isCurrent(file) ? 'true' : undefined}
              onClick={() => onOpen(file)}
              className="flex w-full flex-col px-3 py-1.5 text-left hover:bg-accent-soft aria-[current=true]:bg-accent-soft"
            >
              <span className="w-full wrap-anywhere">{file.name}</span>
              <span className="text-xs text-ink-soft">{fileStanding(choices, file)}</span>
              {hasOpenConflict(choices, file) && (
                <ConflictMark
                  count={(isCurrent(file) ? props.openCount : undefined) ?? file.examination?.conflicts}
                />
              )}
            </button>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Marks a file with conflicts, with the number of open ones if known. */
function ConflictMark({ count }: { count: number | undefined }) {
  const isDecided = count === 0;
  const Icon = isDecided ? Check : TriangleAlert;
  return (
    <span
      className={`flex items-center gap-1 text-xs font-semibold ${isDecided ? 'text-ok' : 'text-danger'}`}
    >
      <Icon aria-hidden size={13} />
      {isDecided
        ? 'all conflicts decided'
        : count === undefined
          ? 'conflicts'
          : `${count} ${count === 1 ? 'conflict' : 'conflicts'}`}
    </span>
  );
}
