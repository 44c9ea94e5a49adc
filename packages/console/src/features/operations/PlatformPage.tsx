import { useQuery } from '@tanstack/react-query';
import { Help } from '../../layout/Help.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useStandingError } from '../../ui/use-standing-error.ts';
import { BackupsCard } from './BackupsCard.tsx';
import { DatabaseCard } from './DatabaseCard.tsx';
import { FailedJobsCard } from './FailedJobsCard.tsx';
import { platformQuery } from './platform.queries.ts';
import { QueuesCard } from './QueuesCard.tsx';
import { ServicesProcessesCard } from './ServicesProcessesCard.tsx';

/** What the console and its services stand on, for those who keep it running. */
export function PlatformPage() {
  const platform = useQuery(platformQuery());
  const error = useStandingError(platform);
  // Said once for all parts, above them.
  const parts = { query: { ...platform, error: null, errorUpdateCount: 0 } as typeof platform };
  return (
    <>
      <PageHeader title="Platform" description={<Help topic="platform" />} />
      {error !== null && (
        <ErrorAlert
          error={error}
          onRetry={() => void platform.refetch()}
          isRetrying={platform.isFetching}
          className="mb-4"
        />
      )}
      {(error === null || platform.data !== undefined) && (
        <div className="grid grid-cols-1 gap-4">
          <DatabaseCard {...parts} />
          <BackupsCard {...parts} />
          <ServicesProcessesCard {...parts} />
          <QueuesCard {...parts} />
          <FailedJobsCard {...parts} />
        </div>
      )}
    </>
  );
}
