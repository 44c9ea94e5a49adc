import { FUNCTIONS_FOLDER } from '@atrium/contract/service-api/files/item-file-names';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { itemsQuery } from '../items/item.queries.ts';
import { type Trigger, triggersOf } from './triggers.ts';

/** Triggers of all functions of a service, in one table. */
export function TriggersCard({ serviceId }: { serviceId: string }) {
  const items = useQuery(itemsQuery(serviceId, FUNCTIONS_FOLDER));
  const [search, setSearch] = useState('');
  const found = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return (
      items.data &&
      triggersOf(items.data).filter((trigger) => {
        const text = `${trigger.function} ${trigger.kind} ${trigger.what} ${trigger.details}`.toLowerCase();
        return words.every((word) => text.includes(word));
      })
    );
  }, [items.data, search]);
  const columns = useMemo(() => columnsOf(serviceId), [serviceId]);
  return (
    <Card
      title="Triggers"
      description="Addresses, schedules and events that start functions. A function declares them in its metadata."
      isFlush
    >
      <div className="px-4 pb-3">
        <TextField
          type="search"
          label="Search triggers"
          className="w-80 max-w-full"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <EntityTable<Trigger>
        caption="Triggers"
        name="triggers"
        search={search}
        query={{ ...items, data: found }}
        columns={columns}
        rowKey={({ id }) => id}
        pageSize={50}
        initialSort={{ columnId: 'what', isDescending: false }}
        empty={
          search === ''
            ? {
                title: 'No triggers yet',
                hint: 'Open a function and give it an address, a schedule or events under Triggers.',
                action: (
                  <AppLink href={paths.service(serviceId, { tab: 'functions' })} className={buttonClass()}>
                    Choose a function
                  </AppLink>
                ),
              }
            : {
                hint: 'No trigger matches this search.',
                action: <Button onClick={() => setSearch('')}>Show all triggers</Button>,
              }
        }
      />
    </Card>
  );
}

function columnsOf(serviceId: string): TableColumn<Trigger>[] {
  return [
    {
      id: 'what',
      header: 'Trigger',
      isRowHeader: true,
      className: 'wrap-anywhere',
      sortBy: ({ what }) => what,
      cell: ({ what }) => <code className="font-mono text-sm">{what}</code>,
    },
    { id: 'kind', header: 'Kind', sortBy: ({ kind }) => kind, cell: ({ kind }) => kind },
    {
      id: 'function',
      header: 'Function',
      className: 'wrap-anywhere',
      sortBy: ({ function: name }) => name,
      cell: ({ function: name }) => (
        <AppLink href={paths.service(serviceId, { function: name })}>{name}</AppLink>
      ),
    },
    { id: 'details', header: 'Conditions', className: 'wrap-anywhere', cell: ({ details }) => details },
  ];
}
