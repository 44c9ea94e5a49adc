import {
  type AllowedHost,
  allowHost,
  listHosts,
  removeHost,
} from '@atrium/contract/service-api/functions/hosts';
import { serviceUri } from '@atrium/contract/services/service';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { useRemove } from '../../../api/use-remove.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DeleteAction } from '../../../ui/DeleteAction.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { breakText, UsedBy } from './UsedBy.tsx';
import { hostsQuery } from './value.queries.ts';

/** Hosts that functions may reach with `fetch`, and hosts that are not allowed yet. */
export function HostsCard({ serviceId }: { serviceId: string }) {
  const hosts = useQuery(hostsQuery(serviceId));
  const columns: TableColumn<AllowedHost>[] = [
    {
      id: 'host',
      header: 'Host',
      isRowHeader: true,
      cell: ({ host, isAllowed }) => (
        <>
          <span className="font-mono wrap-anywhere">{host}</span>{' '}
          {!isAllowed && <Badge tone="warn">waiting</Badge>}
          {host.startsWith('*.') && (
            <span className="block text-sm font-normal text-ink-soft">
              Any name below {host.slice(2)}. Others may have names there, too.
            </span>
          )}
        </>
      ),
    },
    { id: 'used-by', header: 'Used by', isLong: true, cell: ({ usedBy }) => <UsedBy usedBy={usedBy} /> },
    {
      id: 'allowed',
      header: 'Allowed',
      cell: ({ allowedOn }) => (allowedOn === null ? 'not yet' : formatDateTime(allowedOn)),
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (host) => (
        <span className="flex justify-end">
          {host.isAllowed ? (
            <RemoveHost serviceId={serviceId} host={host} />
          ) : (
            <AllowHost serviceId={serviceId} host={host.host} />
          )}
        </span>
      ),
    },
  ];
  return (
    <Card
      title="Hosts"
      description="Functions reach hosts with fetch that their metadata declares and that are allowed here. Whoever may require tests to pass allows new ones, here or with a submit of their own."
      isFlush
    >
      <EntityTable
        caption="Hosts"
        name="hosts"
        query={{ ...hosts, data: hosts.data?.content }}
        columns={columns}
        rowKey={({ host }) => host}
        empty={{
          hint: "Hosts appear here once the metadata of a function names them: fetch: ['api.stripe.com'].",
          action: null,
        }}
      />
    </Card>
  );
}

function AllowHost({ serviceId, host }: { serviceId: string; host: string }) {
  const client = useQueryClient();
  const refusal = useRefusal(allowHost);
  const base = serviceUri(serviceId);
  const { mutate, isPending, error, reset } = useChange({
    mutationFn: () => call(allowHost, { params: { host } }, { base }),
    onSettled: () => readAgain(client, [listHosts], base),
  });
  return (
    <>
      <Button size="small" refusal={refusal} isBusy={isPending} onClick={() => mutate()}>
        Allow {host}
      </Button>
      <ErrorDialog error={error} onClose={reset} />
    </>
  );
}

function RemoveHost({ serviceId, host: { host, usedBy } }: { serviceId: string; host: AllowedHost }) {
  const removal = useRemove(removeHost, {
    title: 'Remove host',
    question: `Functions may no longer reach ${host}? ${breakText(usedBy)}`,
    confirmLabel: 'Remove',
    request: { params: { host } },
    base: serviceUri(serviceId),
    invalidates: [listHosts],
  });
  const refusal = useRefusal(removeHost);
  return <DeleteAction name={`host ${host}`} removal={removal} refusal={refusal} />;
}
