import { formatCents } from '@atrium/contract/billing/money';
import { stopText } from '@atrium/contract/billing/stop-texts';
import {
  listUsedFunctions,
  USED_FUNCTIONS_SIZE,
  type UsedFunction,
} from '@atrium/contract/billing/usage-month';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { formatBytes, formatMilliseconds } from '@atrium/contract/format-scale';
import { nameOfTarget } from '@atrium/contract/service-api/functions/usage-target';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { useListAddress } from '../../../ui/use-list-address.ts';
import { SEARCH_DEBOUNCE_MS, useSettled } from '../../../ui/use-settled.ts';
import { useFunctionStop } from '../use-function-stop.ts';
import { formatChange } from './change.ts';
import { TargetName } from './MetricFunctions.tsx';

/** Under the month, another one of which has other pages. */
const FUNCTIONS_LIST = 'month.functions';

/** The page of a month's functions that is in the address, or the last one if there are fewer. */
function useUsedFunctions(month: string, search: string, serviceId?: string) {
  const { page } = useListAddress(FUNCTIONS_LIST);
  const ofService = serviceId === undefined ? {} : { serviceId };
  const body = { month, ...ofService, search, page, size: USED_FUNCTIONS_SIZE };
  return useQuery({
    queryKey: endpointKey(listUsedFunctions, { body }),
    queryFn: async ({ signal }) => {
      const found = await call(listUsedFunctions, { body }, { signal });
      if (found.content.length > 0 || page === 0) return found;
      // The response of a missing page has no number of pages.
      const first = await call(listUsedFunctions, { body: { ...body, page: 0 } }, { signal });
      const last = Math.max(first.totalPages - 1, 0);
      return last === 0 ? first : call(listUsedFunctions, { body: { ...body, page: last } }, { signal });
    },
    placeholderData: keepPreviousData,
  });
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

/** Usage and cost of each function, most expensive first. */
export function UsedFunctionsCard({ month, serviceId }: { month: string; serviceId?: string }) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, SEARCH_DEBOUNCE_MS).trim();
  const functions = useUsedFunctions(month, search, serviceId);
  return (
    <Card title="Functions and collections" isFlush>
      <div className="px-4 pb-3">
        <TextField
          type="search"
          label="Search by name"
          className="w-80 max-w-full"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <EntityTable
        caption="Functions and collections"
        name={FUNCTIONS_LIST}
        search={search}
        query={functions}
        columns={columns}
        rowKey={({ service, target, isCollection }) => `${service.id} ${target} ${isCollection}`}
        pagingText={({ total, first, last }) =>
          `${total.toLocaleString('en-US')} used in this month, most expensive first. Showing ${first.toLocaleString('en-US')} to ${last.toLocaleString('en-US')}`
        }
        empty={
          search === ''
            ? {
                title: 'No usage yet',
                hint: 'Usage of this month appears here, by function.',
                action: serviceId !== undefined && (
                  <AppLink href={paths.service(serviceId)} className={buttonClass()}>
                    Choose a function to call
                  </AppLink>
                ),
              }
            : {
                title: 'Nothing found',
                hint: 'Nothing with this text in its name was used in this month.',
                action: <Button onClick={() => setTyped('')}>Show all</Button>,
              }
        }
      />
    </Card>
  );
}

const columns: TableColumn<UsedFunction>[] = [
  {
    id: 'name',
    header: 'Function or collection',
    isRowHeader: true,
    className: 'wrap-anywhere',
    cell: ({ service, target, isCollection }) => (
      <>
        <TargetName serviceId={service.id} target={target} isFunction={!isCollection} />
        <span className="block text-xs font-normal text-ink-soft">
          {service.name}
          {isCollection && ', collection'}
        </span>
        {!isCollection && <StoppedNote serviceId={service.id} target={target} />}
      </>
    ),
  },
  { id: 'calls', header: 'Calls', align: 'end', cell: ({ calls }) => calls.toLocaleString('en-US') },
  { id: 'time', header: 'Time', align: 'end', cell: ({ milliseconds }) => formatMilliseconds(milliseconds) },
  { id: 'data', header: 'Data', align: 'end', cell: ({ bytes }) => formatBytes(bytes) },
  { id: 'cost', header: 'Cost', align: 'end', cell: ({ cents }) => formatCents(cents) },
  {
    id: 'share',
    header: 'Share',
    align: 'end',
    cell: ({ share }) => (
      <span className="inline-flex items-center gap-2">
        <span aria-hidden className="hidden h-2 w-16 overflow-hidden rounded-full bg-sunken lg:block">
          <span className="block h-full bg-accent" style={{ width: `${100 * share}%` }} />
        </span>
        {/* Same width for each share, so that all bars are aligned. */}
        <span className="w-12">{percent.format(share)}</span>
      </span>
    ),
  },
  {
    id: 'change',
    header: 'Change',
    align: 'end',
    cell: ({ cents, beforeCents }) => formatChange(cents, beforeCents),
  },
];

/** Marks a function that a cap has stopped. */
function StoppedNote({ serviceId, target }: { serviceId: string; target: string }) {
  const stop = useFunctionStop(serviceId, nameOfTarget(target));
  return stop && <span className="block text-xs text-danger">{stopText(stop)}</span>;
}
