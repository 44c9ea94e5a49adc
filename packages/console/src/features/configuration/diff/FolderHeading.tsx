import { Folder } from 'lucide-react';
import type { ComponentProps } from 'react';
import { FolderChoices } from './FolderChoices.tsx';

/** A folder above its files, with one choice for all of them. */
export function FolderHeading(props: ComponentProps<typeof FolderChoices>) {
  return (
    <div className="flex items-center gap-2 border-b border-line bg-sunken px-4 py-1.5">
      <Folder aria-hidden size={16} className="shrink-0 text-ink-soft" />
      <h3 className="min-w-0 flex-1 text-sm font-semibold break-all">{props.folder}</h3>
      <FolderChoices {...props} />
    </div>
  );
}
