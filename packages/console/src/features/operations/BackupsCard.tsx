import { formatBytes } from '@atrium/contract/format-scale';
import type { Backups } from '@atrium/contract/operations/platform';
import { formatDateTime } from '../../lib/format-date.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Card } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { PlatformQuery } from './platform.queries.ts';

export function BackupsCard({ query }: { query: PlatformQuery }) {
  return (
    <Card title="Backups">
      <QueryPanel query={query} skeleton={<Skeleton label="Loading backups" lines={2} />}>
        {({ backups }) => (
          <div className="grid gap-3">
            <BackupProblem backups={backups} />
            <BackupFacts backups={backups} />
          </div>
        )}
      </QueryPanel>
    </Card>
  );
}

/** Backup problem that an operator should resolve. */
function BackupProblem({ backups: { everyHours, lastSuccess, lastFailure } }: { backups: Backups }) {
  if (lastFailure !== null && (lastSuccess === null || lastFailure.endedOn > lastSuccess.endedOn)) {
    return (
      <Alert kind="warning" title="The last backup failed">
        <p className="wrap-anywhere">{lastFailure.message}</p>
      </Alert>
    );
  }
  if (everyHours !== null || lastSuccess !== null) return null;
  return (
    <Alert kind="warning" title="No backups are made">
      <p>
        Set <code className="font-mono">ATRIUM_BACKUP_DIR</code> to the folder in which they are to be kept.
      </p>
    </Alert>
  );
}

function BackupFacts({ backups: { everyHours, lastSuccess, lastFailure, nextOn } }: { backups: Backups }) {
  return (
    <Facts>
      <Fact name="Timetable">
        {everyHours === null
          ? 'Not set in this process'
          : everyHours === 1
            ? 'Every hour'
            : `Every ${everyHours} hours`}
      </Fact>
      <Fact name="Next">{nextOn === null ? 'Not planned' : formatDateTime(nextOn)}</Fact>
      <Fact name="Last success">{lastSuccess === null ? 'None' : formatDateTime(lastSuccess.endedOn)}</Fact>
      {lastSuccess !== null && (
        <>
          <Fact name="Size">{formatBytes(lastSuccess.sizeBytes)}</Fact>
          <Fact name="Folder">
            <span className="wrap-anywhere">{lastSuccess.folder}</span>
          </Fact>
        </>
      )}
      <Fact name="Last failure">{lastFailure === null ? 'None' : formatDateTime(lastFailure.endedOn)}</Fact>
    </Facts>
  );
}
