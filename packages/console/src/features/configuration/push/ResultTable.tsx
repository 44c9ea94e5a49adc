import type { PushResult } from '@atrium/contract/configuration/push';
import { PullLink } from '../../../layout/PullLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Table } from '../../../ui/Table.tsx';

/** How the push of each service ended. */
export function ResultTable({ results }: { results: readonly PushResult[] }) {
  return (
    <Table
      caption="Result for each service"
      rowKey={({ serviceId }) => serviceId}
      rows={results}
      columns={[
        { id: 'service', header: 'Service', isRowHeader: true, cell: ({ serviceName }) => serviceName },
        {
          id: 'status',
          header: 'Status',
          cell: ({ status }) => <Badge tone={status === 'OK' ? 'ok' : 'danger'}>{status}</Badge>,
        },
        {
          id: 'message',
          header: 'Message',
          isLong: true,
          cell: ({ error }) => (
            <>
              {error?.localizedMessage}
              {error?.needsPull && (
                <div className="mt-2">
                  <PullLink />
                </div>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
