import { ApiError } from '@atrium/contract/api-error';
import type { Invocation } from '@atrium/contract/service-api/invocations';
import { useInfiniteQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { logQuery } from './function.queries.ts';
import { InvocationDialog } from './InvocationDialog.tsx';
import { logColumns } from './log-columns.tsx';

interface LogCardProps {
  serviceId: string;
  /** Calls of this function only. */
  name?: string;
  hrefOf: (name: string) => string;
}

const STATUSES = [
  { value: 'ALL', label: 'All calls' },
  { value: 'OK', label: 'Successful calls' },
  { value: 'FAIL', label: 'Failed calls' },
] as const;

/** What was called, newest first; each entry opens with its input, response and console output. */
export function LogCard({ serviceId, name, hrefOf }: LogCardProps) {
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<(typeof STATUSES)[number]['value']>('ALL');
  const [opened, setOpened] = useState<Invocation | null>(null);
  const settled = useDeferredValue(search.trim());
  const filter = {
    ...(name !== undefined && { function: name }),
    ...(status !== 'ALL' && { status }),
    ...(settled !== '' && { search: settled }),
  };
  const mayCall = mayDo(useAuth(), 'functions.invoke');
  const found = useInfiniteQuery({ ...logQuery(serviceId, filter), enabled: mayCall });
  const entries = useMemo(() => found.data?.pages.flatMap(({ content }) => content), [found.data]);
  const columns = useMemo(
    () => logColumns({ onOpen: setOpened, ...(name === undefined && { hrefOf }) }),
    [name, hrefOf],
  );
  const isNarrowed = settled !== '' || status !== 'ALL';
  if (!mayCall) return null;
  // The service of another company may have no log.
  if (found.error instanceof ApiError && found.error.status === 404) return null;
  return (
    <Card
      title="Calls"
      isFlush
      actions={
        <Button
          size="small"
          icon={<RefreshCw aria-hidden size={14} />}
          isBusy={found.isRefetching}
          onClick={() => void found.refetch()}
        >
          Refresh
        </Button>
      }
    >
      <div className="flex flex-wrap gap-3 px-4 pb-3">
        <TextField
          type="search"
          label="Search calls"
          hint="Words of the name, the error or the console output"
          className="w-80 max-w-full"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Select
          label="Outcome"
          className="w-48"
          value={status}
          options={STATUSES}
          onChange={(event) => setStatus(event.target.value as typeof status)}
        />
      </div>
      <EntityTable
        caption="Calls"
        name="calls"
        query={{ ...found, data: entries }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          isNarrowed
            ? {
                hint: 'No call of the last 14 days matches this search.',
                action: (
                  <Button
                    onClick={() => {
                      setSearch('');
                      setStatus('ALL');
                    }}
                  >
                    Show all calls
                  </Button>
                ),
              }
            : { hint: 'Nothing was called in the last 14 days.' }
        }
      />
      {found.hasNextPage && (
        <div className="p-4 text-center">
          <Button isBusy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            Show older calls
          </Button>
        </div>
      )}
      {opened && (
        <InvocationDialog serviceId={serviceId} invocation={opened} onClose={() => setOpened(null)} />
      )}
    </Card>
  );
}
