import { isNotFound } from '@atrium/contract/not-found';
import type { FilePlace } from '@atrium/contract/service-api/configuration-file';
import { useQuery } from '@tanstack/react-query';
import { Help } from '../../../layout/Help.tsx';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { FileVersionsTable } from './FileVersionsTable.tsx';
import type { FileParts } from './file-parts.ts';
import { HistoryLines } from './HistoryLines.tsx';
import { fileHistoryQuery } from './history.queries.ts';
import { historyTexts } from './history-text.ts';

interface HistoryCardProps {
  serviceId: string;
  place: FilePlace;
  parts: FileParts;
}

/** Which versions changed a live file, and which one brought each line, with who made it, and when. */
export function HistoryCard({ serviceId, place, parts }: HistoryCardProps) {
  const history = useQuery(fileHistoryQuery(serviceId, place));
  // The file is there: a service that does not find it has no such call.
  const isMissing = isNotFound(history.error);
  return (
    <Card title="History" description={<Help topic="history" />} isFlush>
      {isMissing ? (
        <EmptyState
          text="No history"
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
              <FileVersionsTable serviceId={serviceId} query={history} history={found} parts={parts} />
              <HistoryLines serviceId={serviceId} history={found} />
            </>
          )}
        </QueryPanel>
      )}
    </Card>
  );
}
