import { useMemo } from 'react';
import { mayDo } from '../../api/auth-state.ts';
import { useAuth } from '../../api/session.ts';
import { Help } from '../../layout/Help.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { RefreshCw } from '../../ui/icons.ts';
import { ServiceGitNote, useIsConnected } from '../configuration/public.ts';
import { healthColumns } from './health-columns.tsx';
import { useServicesHealth } from './use-services-health.ts';

/** System status: every service with the health and the version of its two parts. */
export function CloudStatusDialog({ onClose }: { onClose: () => void }) {
  const mayRead = mayDo(useAuth(), 'configuration.read');
  const isConnected = useIsConnected(mayRead);
  const columns = useMemo(() => healthColumns({ mayRead, isConnected }), [mayRead, isConnected]);
  const { query, states, isChecking, checkAgain } = useServicesHealth();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Cloud Status"
      description={<Help topic="status" />}
      size="large"
      bodyClassName="px-0!"
      footer={
        <>
          <Button icon={<RefreshCw aria-hidden size={16} />} isBusy={isChecking} onClick={checkAgain}>
            Refresh
          </Button>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <EntityTable
        caption="Services"
        name="dialog.services"
        query={{ ...query, data: query.data && states }}
        columns={columns}
        rowKey={({ service }) => service.id}
        initialSort={{ columnId: 'name', isDescending: false }}
        empty={{ hint: 'No service is registered with this platform.', action: null }}
      />
      {mayRead && (
        <div className="px-5 pt-3 empty:hidden">
          <ServiceGitNote />
        </div>
      )}
    </Dialog>
  );
}
