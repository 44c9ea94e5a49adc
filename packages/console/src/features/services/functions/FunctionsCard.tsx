import type { FunctionCounts } from '@atrium/contract/service-api/invocations';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { formatMilliseconds } from '../../../lib/format-scale.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { CreateFunctionDialog } from './CreateFunctionDialog.tsx';
import { COUNTED_DAYS, functionCountsQuery, liveFilesQuery } from './function.queries.ts';
import { functionOf } from './function-file.ts';

interface FunctionRow {
  name: string;
  counts: FunctionCounts | undefined;
}

/** All functions of a service, with how they did in the last days. */
export function FunctionsCard({ serviceId }: { serviceId: string }) {
  const files = useQuery(liveFilesQuery(serviceId));
  const auth = useAuth();
  const mayCall = mayDo(auth, 'functions.invoke');
  const counts = useQuery({ ...functionCountsQuery(serviceId), enabled: mayCall });
  const [search, setSearch] = useState('');
  const [isCreating, setCreating] = useState(false);
  const names = useMemo(() => files.data?.files.flatMap((file) => functionOf(file) ?? []), [files.data]);
  const rows = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return names
      ?.filter((name) => name.toLowerCase().includes(wanted))
      .map((name): FunctionRow => ({ name, counts: counts.data?.get(name) }));
  }, [names, counts.data, search]);
  const hasLog = mayCall && counts.data !== null;
  const columns = useMemo(() => columnsFor(serviceId, hasLog), [serviceId, hasLog]);
  const mayWrite = mayDo(auth, 'configuration.write');
  const creating = (
    <Button look="primary" icon={<Plus aria-hidden size={16} />} onClick={() => setCreating(true)}>
      New function
    </Button>
  );
  return (
    <Card title="Functions" isFlush actions={mayWrite && creating}>
      <div className="px-4 pb-3">
        <TextField
          type="search"
          label="Search functions"
          className="w-80 max-w-full"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <EntityTable
        caption="Functions"
        query={{ ...files, data: rows }}
        columns={columns}
        rowKey={({ name }) => name}
        pageSize={50}
        initialSort={{ columnId: 'name', isDescending: false }}
        empty={
          search === ''
            ? {
                hint: 'A function is a piece of JavaScript that this service runs when it is called.',
                action: mayWrite && creating,
              }
            : {
                hint: 'No function has this text in its name.',
                action: <Button onClick={() => setSearch('')}>Show all functions</Button>,
              }
        }
      />
      {isCreating && (
        <CreateFunctionDialog serviceId={serviceId} taken={names ?? []} onClose={() => setCreating(false)} />
      )}
    </Card>
  );
}

function columnsFor(serviceId: string, hasLog: boolean): TableColumn<FunctionRow>[] {
  const name: TableColumn<FunctionRow> = {
    id: 'name',
    header: 'Function',
    isRowHeader: true,
    className: 'wrap-anywhere',
    sortBy: (row) => row.name,
    cell: (row) => <AppLink href={paths.service(serviceId, { function: row.name })}>{row.name}</AppLink>,
  };
  if (!hasLog) return [name];
  return [
    name,
    {
      id: 'calls',
      header: `Calls (${COUNTED_DAYS} days)`,
      align: 'end',
      sortBy: ({ counts }) => counts?.calls ?? 0,
      cell: ({ counts }) => (counts?.calls ?? 0).toLocaleString('en-US'),
    },
    {
      id: 'errors',
      header: 'Failed',
      align: 'end',
      sortBy: ({ counts }) => counts?.errors ?? 0,
      cell: ({ counts }) => (counts?.errors ?? 0).toLocaleString('en-US'),
    },
    {
      id: 'p95',
      header: '95 % within',
      align: 'end',
      sortBy: ({ counts }) => counts?.p95Ms,
      cell: ({ counts }) => (counts?.p95Ms == null ? '–' : formatMilliseconds(counts.p95Ms)),
    },
  ];
}
