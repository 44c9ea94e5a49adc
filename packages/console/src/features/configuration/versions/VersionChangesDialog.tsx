import type { ComparedFile } from '@atrium/contract/configuration/comparison';
import { type NamedVersion, returnToVersion } from '@atrium/contract/configuration/versions';
import type { Service } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { diffTypeLabels, diffTypeTones } from '../files/labels.ts';
import { ReturnQuestion } from './ReturnQuestion.tsx';
import { VersionCosts } from './VersionCosts.tsx';
import { VersionFileCompare } from './VersionFileCompare.tsx';
import { VersionSelect } from './VersionSelect.tsx';
import { changesBetweenQuery } from './version.queries.ts';

interface VersionChangesDialogProps {
  service: Pick<Service, 'id' | 'name'>;
  /** Versions to choose from, newest first. */
  versions: readonly NamedVersion[];
  /** The one whose changes are shown first. */
  version: number;
  /** The one that it is compared with first; its parent when left out. */
  since?: number | undefined;
  onClose: () => void;
}

/** Changes between any two versions, file by file. */
export function VersionChangesDialog({
  service,
  versions,
  version,
  since,
  onClose,
}: VersionChangesDialogProps) {
  const parent = versions.find((each) => each.version === version)?.parent;
  const newest = versions[0]?.version ?? version;
  const [from, setFrom] = useState(since ?? parent ?? version);
  const [to, setTo] = useState(version);
  const [compared, setCompared] = useState<ComparedFile | null>(null);
  const [returned, setReturned] = useState<ComparedFile | null>(null);
  const refusal = useRefusal(returnToVersion);
  const changes = useQuery(changesBetweenQuery(service.id, from, to));
  const options = [...new Set([...versions.map((each) => each.version), from, to])]
    .toSorted((a, b) => b - a)
    .map((each) => {
      const known = versions.find((one) => one.version === each);
      const when = known && `, ${formatDateTime(known.createdOn)}`;
      return { value: String(each), label: `Version ${each}${when ?? ''}` };
    });
  const columns: TableColumn<ComparedFile>[] = [
    {
      id: 'file',
      header: 'File',
      isRowHeader: true,
      className: 'wrap-anywhere',
      cell: ({ filePath, oldFilePath }) =>
        oldFilePath === undefined ? filePath : `${oldFilePath} → ${filePath}`,
    },
    {
      id: 'type',
      header: 'Change',
      cell: ({ type }) => <Badge tone={diffTypeTones[type]}>{diffTypeLabels[type]}</Badge>,
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      cell: (file) => (
        <span className="flex flex-wrap gap-2 lg:flex-nowrap">
          <Button size="small" onClick={() => setCompared(file)}>
            Compare
          </Button>
          <Button size="small" refusal={refusal} onClick={() => setReturned(file)}>
            Return to {from}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <Dialog
      isOpen
      size="large"
      bodyClassName="px-0!"
      title={`${service.name}: changes from version ${from} to ${to}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-wrap gap-3 px-5 pb-4">
        <VersionSelect label="From" value={from} options={options} newest={newest} onChange={setFrom} />
        <VersionSelect label="To" value={to} options={options} newest={newest} onChange={setTo} />
      </div>
      <EntityTable
        caption="Changed files"
        // Any two versions have their own pages.
        name={`changed.${from}-${to}`}
        query={changes}
        columns={columns}
        rowKey={({ filePath }) => filePath}
        pageSize={50}
        empty={{ title: 'No differences', hint: 'No file differs between these two versions.', action: null }}
      />
      {from !== to && <VersionCosts serviceId={service.id} from={from} to={to} />}
      {compared && (
        <VersionFileCompare
          serviceId={service.id}
          file={{
            before: compared.before === null ? null : (compared.oldFilePath ?? compared.filePath),
            after: compared.after === null ? null : compared.filePath,
          }}
          versions={{ from, to }}
          onClose={() => setCompared(null)}
        />
      )}
      {returned && (
        <ReturnQuestion
          service={service}
          version={from}
          liveVersion={newest}
          file={returned}
          onClose={() => setReturned(null)}
        />
      )}
    </Dialog>
  );
}
