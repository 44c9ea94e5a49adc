import { formatMilliseconds } from '@atrium/contract/format-scale';
import type { Invocation } from '@atrium/contract/service-api/functions/invocations';
import { formatDateTime } from '../../../lib/format-date.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { type Callers, originOf } from './use-callers.ts';

interface LogColumnParts {
  onOpen: (invocation: Invocation) => void;
  nameOf: Callers['nameOf'];
  /** Page of a function; omitted on that page. */
  hrefOf?: (name: string) => string;
}

const outcomeOf = ({ status }: Invocation) => (status === 'OK' ? 'OK' : 'Failed');

/** The columns of the log of calls. */
export function logColumns({ onOpen, nameOf, hrefOf }: LogColumnParts): TableColumn<Invocation>[] {
  const called: TableColumn<Invocation> = {
    id: 'function',
    header: 'Function',
    className: 'wrap-anywhere',
    cell: ({ function: name }) => <AppLink href={hrefOf?.(name) ?? ''}>{name}</AppLink>,
  };
  return [
    {
      id: 'time',
      header: 'Time',
      isRowHeader: true,
      className: 'whitespace-nowrap',
      cell: (invocation) => (
        <button
          type="button"
          // Several are of the same second.
          aria-label={`${formatDateTime(invocation.calledOn)}: ${invocation.function}, ${outcomeOf(invocation)}`}
          className="text-left text-accent underline underline-offset-2"
          onClick={() => onOpen(invocation)}
        >
          {formatDateTime(invocation.calledOn)}
        </button>
      ),
    },
    ...(hrefOf ? [called] : []),
    {
      id: 'status',
      header: 'Outcome',
      cell: (invocation) => (
        <Badge tone={invocation.status === 'OK' ? 'ok' : 'danger'}>{outcomeOf(invocation)}</Badge>
      ),
    },
    {
      id: 'duration',
      header: 'Duration',
      align: 'end',
      className: 'whitespace-nowrap',
      cell: ({ durationMs }) => formatMilliseconds(durationMs),
    },
    {
      id: 'source',
      header: 'Called by',
      cell: (invocation) => (
        <>
          <span className="block">{nameOf(invocation.userId)}</span>
          <span className="text-ink-soft">{originOf(invocation)}</span>
        </>
      ),
    },
    {
      id: 'error',
      header: 'Error',
      isLong: true,
      className: 'wrap-anywhere',
      cell: ({ error }) => error ?? '',
    },
  ];
}
