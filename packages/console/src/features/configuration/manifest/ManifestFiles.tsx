import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import type { PulledService } from '@atrium/contract/configuration/pull';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { VirtualTable } from '../../../ui/VirtualTable.tsx';
import type { ManifestDifferences } from '../differences/manifest-differences.ts';
import { select } from '../differences/manifest-selection.ts';
import type { LastCommits } from '../files/pull.queries.ts';
import type { FileFilter } from '../files/SearchField.tsx';
import { ManifestFolders } from './ManifestFolders.tsx';
import { manifestColumns } from './manifest-columns.tsx';
import { useManifestRows } from './manifest-rows.ts';

interface ManifestFilesProps {
  service: PulledService;
  files: readonly ManifestFile[];
  deselected: ReadonlySet<string>;
  lastCommits: LastCommits | undefined;
  differences: ManifestDifferences | undefined;
  /** Whether only what differs is shown. */
  isFiltered: boolean;
  matches: FileFilter;
  onSelect: (deselected: readonly string[]) => void;
  /** Clears what narrows the list. */
  onShowAll: () => void;
}

/** The folders of a service beside its files; a folder that is chosen shows only its own. */
export function ManifestFiles(props: ManifestFilesProps) {
  const { service, files, deselected, lastCommits, differences, isFiltered, matches, onSelect } = props;
  const [folder, setFolder] = useState<string | null>(null);
  const rows = useManifestRows(service.serviceId, files, lastCommits, differences, {
    matches,
    folder,
    isOnlyDifferent: isFiltered,
  });
  return (
    <div className="grid border-t border-line md:grid-cols-[minmax(12rem,18rem)_1fr]">
      <ManifestFolders
        service={service}
        deselected={deselected}
        differences={differences}
        isFiltered={isFiltered}
        shown={folder}
        onShow={setFolder}
        onSelect={onSelect}
      />
      <VirtualTable
        caption={`Files of ${service.serviceName}`}
        columns={manifestColumns({
          isSelected: ({ filePath }) => !deselected.has(filePath),
          onSelect: (file, isSelected) => onSelect(select(deselected, [file], isSelected)),
          isPending: lastCommits?.state === 'PENDING',
        })}
        rows={rows}
        rowKey={(file) => file.filePath}
        minWidth="52rem"
        isStacking
        emptyHint={files.length === 0 ? 'Git has no file of this service.' : undefined}
        emptyAction={
          files.length > 0 && (
            <Button
              onClick={() => {
                setFolder(null);
                props.onShowAll();
              }}
            >
              Show all files
            </Button>
          )
        }
        className="max-h-[28rem] min-w-0"
      />
    </div>
  );
}
