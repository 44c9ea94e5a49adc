import type { FileHistory, HistoryVersion } from '@atrium/contract/configuration/file-history';
import { formatDateTime } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/Button.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import type { FileChange } from './file-change.ts';
import { changeOf } from './file-change.ts';
import { isOldestKept } from './oldest-kept.ts';
import { VersionLink } from './VersionLink.tsx';

/** `onShow` is called with a version's change of the file. */
export function fileVersionColumns(
  serviceId: string,
  history: FileHistory,
  onShow: (change: Pick<FileChange, 'file' | 'versions'>) => void,
): TableColumn<HistoryVersion>[] {
  const isKnown = (version: HistoryVersion) => !isOldestKept(history, version);
  return [
    {
      id: 'version',
      header: 'Version',
      isRowHeader: true,
      cell: (version) =>
        isKnown(version) ? (
          <VersionLink serviceId={serviceId} version={version} />
        ) : (
          `Oldest version that is kept (${version.version})`
        ),
    },
    {
      id: 'made',
      header: 'Made',
      className: 'whitespace-nowrap',
      cell: ({ createdOn }) => formatDateTime(createdOn),
    },
    {
      id: 'user',
      header: 'By',
      className: 'wrap-anywhere',
      cell: (version) => (isKnown(version) ? version.user || 'Atrium' : '–'),
    },
    {
      id: 'message',
      header: 'Message',
      isLong: true,
      className: 'wrap-anywhere',
      cell: (version) => (isKnown(version) ? version.message : ''),
    },
    {
      id: 'commit',
      header: 'Commit',
      cell: (version) => (
        <span className="font-mono text-xs">
          {(isKnown(version) && version.commitSha?.slice(0, 10)) || '–'}
        </span>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      cell: ({ version }) => {
        const change = changeOf(history, version);
        return (
          change && (
            <Button
              size="small"
              aria-label={`Show change of version ${version}`}
              onClick={() => onShow(change)}
            >
              Show change
            </Button>
          )
        );
      },
    },
  ];
}
