import type { FileHistory } from '@atrium/contract/configuration/file-history';
import { isNotFound } from '@atrium/contract/not-found';
import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Help } from '../../../layout/Help.tsx';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { VirtualTable } from '../../../ui/VirtualTable.tsx';
import { VersionFileCompare } from '../../configuration/public.ts';
import type { FileChange } from './file-change.ts';
import { fileVersionColumns } from './file-version-columns.tsx';
import { fileHistoryQuery } from './history.queries.ts';
import { FACTS_WIDTH, historyColumns, shownLength } from './history-columns.tsx';
import { toHistoryLines } from './history-lines.ts';
import { historyTexts } from './history-text.ts';

const ROW_HEIGHT = 26;

interface HistoryLinesProps {
  serviceId: string;
  history: FileHistory;
}

/** The lines of a live file, each with the version that brought it. */
function HistoryLines({ serviceId, history }: HistoryLinesProps) {
  const lines = useMemo(() => toHistoryLines(history), [history]);
  const length = useMemo(() => shownLength(lines), [lines]);
  const isNarrow = useIsNarrow();
  const columns = useMemo(() => historyColumns(serviceId, length, isNarrow), [serviceId, length, isNarrow]);
  return (
    <VirtualTable
      caption="Lines with their versions"
      columns={columns}
      rows={lines}
      rowKey={({ number }) => String(number)}
      rowHeight={ROW_HEIGHT}
      minWidth={`calc(${FACTS_WIDTH}rem + ${length}ch)`}
      isStacking
      emptyHint="The file is empty."
      className="max-h-[36rem] border-t border-line"
    />
  );
}

interface HistoryCardProps {
  serviceId: string;
  place: FilePlace;
}

/** Versions that changed a live file, and the origin of each line, with author and time. */
export function HistoryCard({ serviceId, place }: HistoryCardProps) {
  const history = useQuery(fileHistoryQuery(serviceId, place));
  // The file is there: a service that does not find it has no such call.
  const isMissing = isNotFound(history.error);
  return (
    <Card title="History" description={<Help topic="history" />} isFlush>
      {isMissing ? (
        <EmptyState
          title="No history"
          hint="This service does not say which versions changed a file. Its versions are listed as a whole."
          action={
            <AppLink href={paths.service(serviceId, { tab: 'versions' })} className={buttonClass()}>
              Show versions
            </AppLink>
          }
        />
      ) : (
        <QueryPanel
          query={history}
          skeleton={<Skeleton lines={8} label="Comparing versions" className="px-4 pb-4" />}
        >
          {(found) => (
            <>
              <p className="px-4 pb-3 text-sm text-ink-soft">{historyTexts(found).join(' ')}</p>
              <FileVersionsTable serviceId={serviceId} query={history} history={found} />
              <HistoryLines serviceId={serviceId} history={found} />
            </>
          )}
        </QueryPanel>
      )}
    </Card>
  );
}

interface FileVersionsTableProps {
  serviceId: string;
  query: UseQueryResult<FileHistory>;
  history: FileHistory;
}

/** Versions that changed a file, newest first, with their changes. */
function FileVersionsTable({ serviceId, query, history }: FileVersionsTableProps) {
  const [shown, setShown] = useState<FileChange | null>(null);
  const columns = useMemo(() => fileVersionColumns(serviceId, history, setShown), [serviceId, history]);
  return (
    <div className="mb-6 border-t border-line">
      <EntityTable
        caption="Versions that changed this file"
        name="changed"
        query={{ ...query, data: history.versions }}
        columns={columns}
        rowKey={({ version }) => String(version)}
        pageSize={10}
        empty={{ title: 'No versions', hint: 'No version has changed this file.', action: null }}
      />
      {shown && <VersionFileCompare serviceId={serviceId} {...shown} onClose={() => setShown(null)} />}
    </div>
  );
}
