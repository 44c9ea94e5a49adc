import { formatBytes } from '@atrium/contract/format-scale';
import type { DatabaseState } from '@atrium/contract/operations/platform';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { PlatformQuery } from './platform.queries.ts';

export function DatabaseCard({ query }: { query: PlatformQuery }) {
  return (
    <Card title="Database">
      <QueryPanel query={query} skeleton={<Skeleton label="Loading the database" lines={4} />}>
        {({ version, database: { version: postgresql, sizeBytes, connections, pool, messages } }) => (
          <Facts>
            <Fact name="Release of Atrium">{version}</Fact>
            <Fact name="PostgreSQL">{postgresql}</Fact>
            <Fact name="Size">{formatBytes(sizeBytes)}</Fact>
            <Fact name="Connections">
              {connections.used} of {connections.max}
            </Fact>
            <Fact name="Pool of this process">
              {pool.used} of {pool.size} in use
              {pool.waiting > 0 && (
                <>
                  {' '}
                  <Badge tone="warn">{pool.waiting} waiting</Badge>
                </>
              )}
            </Fact>
            <Fact name="Messages between processes">
              <Messages state={messages} />
            </Fact>
          </Facts>
        )}
      </QueryPanel>
    </Card>
  );
}

function Messages({ state }: { state: DatabaseState['messages'] }) {
  switch (state) {
    case 'HEARD':
      return <Badge tone="ok">Arriving</Badge>;
    case 'ASKED':
      return <Badge tone="warn">Not arriving; the database is queried every 5 s</Badge>;
    case 'LOST':
      return <Badge tone="danger">Not connected</Badge>;
  }
}
