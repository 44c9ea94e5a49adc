import type { HealthResult } from '@atrium/contract/service-api/health';
import type { BuildInfo } from '@atrium/contract/services/service';
import { RefreshCw } from 'lucide-react';
import { formatDateTime } from '../../lib/format.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { type ServiceState, useServicesHealth } from './use-services-health.ts';

const tones: Record<HealthResult['status'], BadgeTone> = {
  UP: 'ok',
  DOWN: 'danger',
  DEGRADED: 'warn',
  'N/A': 'neutral',
};

const columns: TableColumn<ServiceState>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: ({ service }) => service.name,
    sortBy: ({ service }) => service.name,
  },
  {
    id: 'uri',
    header: 'URI',
    cell: ({ service }) => <code className="font-mono text-xs">{service.uri}</code>,
  },
  {
    id: 'service-health',
    header: 'Service health',
    cell: ({ health }) => <Health health={health?.be} />,
    sortBy: ({ health }) => health?.be.status,
  },
  {
    id: 'service-version',
    header: 'Service version',
    cell: ({ service, health }) => <Version build={versionOf(health?.be, service.info.be)} />,
  },
  {
    id: 'ui-health',
    header: 'UI health',
    cell: ({ health }) => <Health health={health?.fe} />,
    sortBy: ({ health }) => health?.fe.status,
  },
  {
    id: 'ui-version',
    header: 'UI version',
    cell: ({ service, health }) => <Version build={versionOf(health?.fe, service.info.fe)} />,
  },
];

/** System status: every service with the health and the version of its two parts. */
export function CloudStatusDialog({ onClose }: { onClose: () => void }) {
  const { states, error, isChecking, checkAgain } = useServicesHealth();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Cloud Status"
      size="large"
      bodyClassName="px-0!"
      footer={
        <>
          <Button icon={<RefreshCw aria-hidden size={16} />} isBusy={isChecking} onClick={checkAgain}>
            Check again
          </Button>
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {error && <ErrorAlert error={error} className="mx-5 mb-3" />}
      {isChecking && states.length === 0 ? (
        <Spinner label="Checking services ..." isLabelShown className="px-5" />
      ) : (
        <Table
          caption="Services"
          columns={columns}
          rows={states}
          rowKey={({ service }) => service.id}
          initialSort={{ columnId: 'name', isDescending: false }}
        />
      )}
    </Dialog>
  );
}

function Health({ health }: { health: HealthResult | undefined }) {
  if (!health) return <Spinner label="Checking" size={16} />;
  return (
    <>
      <Badge tone={tones[health.status]}>{health.status}</Badge>
      {health.problems?.map((problem) => (
        <span key={problem} className="mt-1 block text-xs text-ink-soft">
          {problem}
        </span>
      ))}
    </>
  );
}

/** What the part says of itself now; where it is silent, what it last said. */
function versionOf(health: HealthResult | undefined, last: BuildInfo | null): BuildInfo | null {
  return health?.tag || health?.commit ? health : last;
}

function Version({ build }: { build: BuildInfo | null }) {
  if (!build?.tag && !build?.commit) return 'N/A';
  return (
    <>
      {build.tag ?? ''}
      {build.commit && (
        <code className="block font-mono text-xs text-ink-soft">{build.commit.slice(0, 12)}</code>
      )}
      {build.build_date && (
        <span className="block text-xs text-ink-soft">{formatDateTime(build.build_date)}</span>
      )}
    </>
  );
}
