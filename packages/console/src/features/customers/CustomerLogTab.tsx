import { type LogPosition, searchAudit } from '@atrium/contract/audit/audit';
import type { LogEntry } from '@atrium/contract/audit/log';
import { nameOfAction } from '@atrium/contract/audit/log-actions';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/call.ts';
import { useLoggedActor } from '../../layout/use-logged-actor.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { TimeZoneNote } from '../../ui/TimeZoneNote.tsx';
import type { TableColumn } from '../../ui/table-column.ts';

/** Changes in the customer's domain, by its users and by administrators. */
export function CustomerLogTab({ id }: { id: string }) {
  const filter = { whom: id };
  const log = useInfiniteQuery({
    queryKey: endpointKey(searchAudit, { body: filter }),
    queryFn: ({ pageParam, signal }) =>
      call(searchAudit, { body: { ...filter, ...(pageParam && { after: pageParam }) } }, { signal }),
    initialPageParam: null as LogPosition | null,
    getNextPageParam: ({ next }) => next,
  });
  const actorOf = useLoggedActor();
  const columns = useMemo(() => columnsFor(actorOf), [actorOf]);
  const entries = useMemo(() => log.data?.pages.flatMap(({ content }) => content), [log.data]);
  return (
    <Card
      title="Log"
      isFlush
      actions={
        <AppLink href={paths.audit({ whom: id })} className={buttonClass('secondary', 'small')}>
          Search in Audit
        </AppLink>
      }
    >
      <TimeZoneNote className="px-4 pb-3" />
      <EntityTable
        caption="Log"
        name="log"
        query={{ ...log, data: entries }}
        columns={columns}
        rowKey={(entry) => entry.id}
        empty={{ hint: 'Nothing has been changed in this domain yet.', action: null }}
      />
      <ShowMore query={log}>Show older entries</ShowMore>
    </Card>
  );
}

const columnsFor = (actorOf: (entry: LogEntry) => string): TableColumn<LogEntry>[] => [
  {
    id: 'time',
    header: 'Time',
    className: 'whitespace-nowrap',
    cell: ({ createdOn }) => formatDateTime(createdOn),
  },
  { id: 'user', header: 'User', className: 'wrap-anywhere md:min-w-36', cell: actorOf },
  {
    id: 'action',
    header: 'Action',
    className: 'wrap-anywhere md:min-w-36',
    cell: ({ action }) => nameOfAction(action),
  },
  {
    id: 'message',
    header: 'Message',
    isRowHeader: true,
    className: 'wrap-anywhere',
    cell: ({ message }) => message,
  },
];
