import { Folder } from 'lucide-react';
import type { BulkChoice } from './diff-choices.ts';
import { FolderChoices } from './FolderChoices.tsx';

interface FolderHeadingProps {
  folder: string;
  onChoose: (action: BulkChoice) => void;
}

/** A folder above its files, with one choice for all of them. */
export function FolderHeading({ folder, onChoose }: FolderHeadingProps) {
  return (
    <div className="flex items-center gap-2 border-b border-line bg-sunken px-4 py-1.5">
      <Folder aria-hidden size={16} className="shrink-0 text-ink-soft" />
      <h3 className="min-w-0 flex-1 text-sm font-semibold break-all">{folder}</h3>
      <FolderChoices folder={folder} onChoose={onChoose} />
    </div>
  );
}
