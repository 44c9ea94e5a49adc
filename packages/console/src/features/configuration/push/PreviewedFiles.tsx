import type { PreviewedFile, PushedChange } from '@atrium/contract/configuration/push-preview';
import { LineCounts } from '../import/LineCounts.tsx';

const changes: Record<PushedChange, { text: string; tone: string }> = {
  ADDED: { text: 'New', tone: 'text-ok' },
  CHANGED: { text: 'Changed', tone: 'text-note' },
  DELETED: { text: 'Deleted', tone: 'text-danger' },
};

interface PreviewedFilesProps {
  /** The first of them, where there are many. */
  files: readonly PreviewedFile[];
  fileCount: number;
  label: string;
}

/** The files of a service that a push would write or delete. */
export function PreviewedFiles({ files, fileCount, label }: PreviewedFilesProps) {
  return (
    // Focusable, so that it can be scrolled by keyboard.
    <ul aria-label={label} tabIndex={0} className="mb-2 flex max-h-72 flex-col overflow-y-auto text-sm">
      {files.map((file) => (
        <li
          key={file.filePath}
          className="flex items-baseline gap-3 border-t border-line py-1 first:border-t-0"
        >
          <span className={`w-16 shrink-0 text-xs font-semibold ${changes[file.change].tone}`}>
            {changes[file.change].text}
          </span>
          <span className="min-w-0 flex-1 break-all">{file.filePath}</span>
          <LineCounts files={[file]} />
        </li>
      ))}
      {fileCount > files.length && (
        <li className="border-t border-line py-1 text-ink-soft">
          and {(fileCount - files.length).toLocaleString('en')} more
        </li>
      )}
    </ul>
  );
}
