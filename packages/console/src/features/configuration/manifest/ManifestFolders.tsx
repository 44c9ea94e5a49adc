import type { PulledService } from '@atrium/contract/configuration/pull';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { FolderCountsText } from '../differences/FolderCountsText.tsx';
import type { ManifestDifferences } from '../differences/manifest-differences.ts';
import { select, selectionOf } from '../differences/manifest-selection.ts';

interface ManifestFoldersProps {
  service: PulledService;
  deselected: ReadonlySet<string>;
  differences: ManifestDifferences | undefined;
  /** Whether only the folders with something that differs are shown. */
  isFiltered: boolean;
  /** The folder whose files are shown; null for all. */
  shown: string | null;
  onShow: (folder: string | null) => void;
  onSelect: (deselected: readonly string[]) => void;
}

const ROW_HEIGHT = 40;

/** The folders of a service: a box selects all files of one, its name shows only them. */
export function ManifestFolders(props: ManifestFoldersProps) {
  const { service, deselected, differences, isFiltered, shown, onShow, onSelect } = props;
  const frame = useRef<HTMLDivElement>(null);
  const folders = isFiltered
    ? service.folders.filter(({ name }) => name === shown || differences?.folders.has(name))
    : service.folders;
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used here
  const virtualizer = useVirtualizer({
    count: folders.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  return (
    <div className="min-w-0 border-line max-md:border-b md:border-r">
      <button
        type="button"
        aria-pressed={shown === null}
        onClick={() => onShow(null)}
        className="min-h-10 w-full px-4 text-left text-sm font-semibold aria-pressed:bg-accent-soft"
      >
        All folders
      </button>
      <div ref={frame} className="max-h-[25.5rem] overflow-y-auto max-md:max-h-48">
        <ul
          aria-label={`Folders of ${service.serviceName}`}
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const folder = folders[index];
            if (folder === undefined) return null;
            const state = selectionOf(folder.files, deselected);
            return (
              <li
                key={folder.name}
                aria-posinset={index + 1}
                aria-setsize={folders.length}
                className="absolute flex w-full items-center gap-2 px-4 text-sm"
                style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
              >
                <Checkbox
                  label={`Select all files of ${folder.name}`}
                  isLabelHidden
                  checked={state === 'all'}
                  isMixed={state === 'some'}
                  onChange={(event) => onSelect(select(deselected, folder.files, event.target.checked))}
                />
                <button
                  type="button"
                  aria-pressed={shown === folder.name}
                  title={folder.name}
                  onClick={() => onShow(shown === folder.name ? null : folder.name)}
                  className="min-w-0 flex-1 truncate rounded-control px-2 py-1.5 text-left hover:bg-accent-soft aria-pressed:bg-accent-soft aria-pressed:font-semibold"
                >
                  {folder.name} <span className="text-ink-soft">({folder.files.length})</span>
                </button>
                <FolderCountsText counts={differences?.folders.get(folder.name)} />
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
