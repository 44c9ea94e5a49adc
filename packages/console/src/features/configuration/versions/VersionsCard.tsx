import { type NamedVersion, returnToVersion } from '@atrium/contract/configuration/versions';
import type { Service } from '@atrium/contract/services/service';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Help } from '../../../layout/Help.tsx';
import { PullLink } from '../../../layout/PullLink.tsx';
import { useAddressed } from '../../../layout/use-addressed.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { madeBy } from '../../../lib/logged-user.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { ShowMore } from '../../../ui/ShowMore.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { ReturnQuestion } from './ReturnQuestion.tsx';
import { useTestColumn } from './use-test-column.tsx';
import { VersionChangesDialog } from './VersionChangesDialog.tsx';
import { versionsQuery } from './version.queries.ts';

/** Versions of a service, newest first, with their changes, a comparison of any two, and a rollback. */
export function VersionsCard({ service }: { service: Pick<Service, 'id' | 'name'> }) {
  const found = useInfiniteQuery(versionsQuery(service.id));
  const versions = found.data;
  const [opened, setOpened] = useState<number | null>(null);
  const [changes, setChanges] = useAddressed('changes');
  const linked = readChanges(changes);
  const [returnTo, setReturnTo] = useAddressed('return');
  const refusal = useRefusal(returnToVersion);
  const live = versions?.[0]?.version ?? 0;
  // The version that was live when the page was opened is not new.
  const [seen, setSeen] = useState(live);
  if (seen === 0 && live > 0) setSeen(live);
  const columns: TableColumn<NamedVersion>[] = [
    {
      id: 'version',
      header: 'Version',
      isRowHeader: true,
      className: 'whitespace-nowrap',
      cell: ({ version }) => (
        <>
          {version} {version === live && <Badge tone="ok">Live</Badge>}
        </>
      ),
    },
    {
      id: 'created',
      header: 'Made',
      className: 'whitespace-nowrap',
      cell: ({ createdOn }) => formatDateTime(createdOn),
    },
    {
      id: 'user',
      header: 'By',
      className: 'wrap-anywhere md:min-w-36',
      cell: madeBy,
    },
    {
      id: 'message',
      header: 'Message',
      isLong: true,
      className: 'wrap-anywhere',
      cell: ({ message, commitSha }) => (
        <>
          {message}{' '}
          {commitSha !== null && (
            <code className="font-mono text-xs text-ink-soft">{commitSha.slice(0, 10)}</code>
          )}
        </>
      ),
    },
    {
      id: 'changes',
      header: 'Files changed',
      align: 'end',
      cell: ({ changesCount, filesCount }) =>
        `${changesCount.toLocaleString('en-US')} of ${filesCount.toLocaleString('en-US')}`,
    },
    ...useTestColumn(service.id, versions),
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      cell: ({ version, parent }) => (
        <span className="flex flex-wrap gap-2 lg:flex-nowrap lg:whitespace-nowrap">
          <Button
            size="small"
            aria-label={`View changes of version ${version}`}
            disabled={parent === null && live === version}
            onClick={() => setOpened(version)}
          >
            View changes
          </Button>
          {version !== live && (
            <Button size="small" refusal={refusal} onClick={() => setReturnTo(String(version))}>
              Return to {version}
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <Card title="Versions" description={<Help topic="versions" />} isFlush>
      <EntityTable
        caption="Versions"
        name="versions"
        query={found}
        columns={columns}
        rowKey={({ version }) => String(version)}
        isRowNew={({ version }) => version === live && version > seen}
        empty={{
          hint: 'Every change of the configuration makes a version. There is none yet.',
          action: <PullLink />,
        }}
      />
      <ShowMore query={found}>Show older versions</ShowMore>
      {opened !== null && (
        <VersionChangesDialog
          service={service}
          versions={versions ?? []}
          version={opened}
          onClose={() => setOpened(null)}
        />
      )}
      {linked && versions && (
        <VersionChangesDialog
          service={service}
          versions={versions}
          version={linked.to}
          since={linked.from}
          onClose={() => setChanges(undefined)}
        />
      )}
      {isEarlier(returnTo, live) && !refusal && (
        <ReturnQuestion
          service={service}
          version={Number(returnTo)}
          liveVersion={live}
          onClose={() => setReturnTo(undefined)}
        />
      )}
    </Card>
  );
}

/** Whether the search parameter requests a rollback to a version that is not live. */
function isEarlier(text: string | undefined, live: number): boolean {
  return /^[1-9]\d{0,8}$/.test(text ?? '') && Number(text) < live;
}

/** Parses `2-3`, the two compared versions in an address. */
function readChanges(text: string | undefined): { from: number; to: number } | undefined {
  const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(text ?? '') ?? [];
  return from === undefined ? undefined : { from: Number(from), to: Number(to) };
}
