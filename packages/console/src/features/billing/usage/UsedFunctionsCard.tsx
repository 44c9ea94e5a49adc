import { formatCents } from '@atrium/contract/billing/money';
import type { UsedFunction } from '@atrium/contract/billing/usage-month';
import { formatBytes, formatMilliseconds } from '@atrium/contract/format-scale';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { SEARCH_DEBOUNCE_MS, useSettled } from '../../../ui/use-settled.ts';
import { formatChange } from './change.ts';
import { TargetName } from './MetricFunctions.tsx';
import { StoppedNote } from './StoppedNote.tsx';
import { FUNCTIONS_LIST, useUsedFunctions } from './use-used-functions.ts';

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

/** What each function was used for and costs, most expensive first. */
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
                hint: 'What is used in this month appears here, by function.',
                action: serviceId !== undefined && (
                  <AppLink href={paths.service(serviceId)} className={buttonClass()}>
                    Choose a function to call
                  </AppLink>
                ),
              }
            : {
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
        {/* As wide for each share, so that all bars begin at one line. */}
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
