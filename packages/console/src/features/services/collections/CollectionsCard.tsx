import { editFiles } from '@atrium/contract/configuration/edit';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Help } from '../../../layout/Help.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { Plus } from '../../../ui/icons.ts';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { costNote } from '../functions/cost-note.ts';
import { itemsQuery } from '../items/item.queries.ts';
import type { MetaItem } from '../items/meta-item.ts';
import { CollectionDialog } from './CollectionDialog.tsx';
import { collectionCostsQuery } from './collection.queries.ts';
import { collectionColumns } from './collection-columns.tsx';
import { COLLECTIONS_FOLDER } from './collection-values.ts';

/** Collections of a service with their fields and recent usage. */
export function CollectionsCard({ serviceId }: { serviceId: string }) {
  const collections = useQuery(itemsQuery(serviceId, COLLECTIONS_FOLDER));
  const [opened, setOpened] = useState<{ collection?: MetaItem } | null>(null);
  const [search, setSearch] = useState('');
  const costs = useQuery(collectionCostsQuery(serviceId));
  const wanted = search.trim().toLowerCase();
  const shown = useMemo(
    () => collections.data?.filter(({ name }) => name.toLowerCase().includes(wanted)),
    [collections.data, wanted],
  );
  const refusal = useRefusal(editFiles);
  const uses = costs.data?.byCollection;
  const columns = useMemo(
    () => collectionColumns({ serviceId, uses, onEdit: (collection) => setOpened({ collection }) }),
    [serviceId, uses],
  );
  const note = costs.data && costNote(costs.data, 'collections');
  const creating = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden size={16} />}
      refusal={refusal}
      disabled={collections.data === undefined}
      onClick={() => setOpened({})}
    >
      New collection
    </Button>
  );
  return (
    <Card
      title="Collections"
      description={<Help topic="collections" />}
      isFlush
      actions={collections.data?.length !== 0 && creating}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-3">
        <TextField
          type="search"
          label="Search collections"
          className="w-80 max-w-full"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {note && <p className="text-sm text-ink-soft">{note}</p>}
        <QueryPanel query={costs} skeleton={<></>}>
          {() => null}
        </QueryPanel>
      </div>
      <EntityTable
        caption="Collections"
        name="collections"
        search={search}
        query={{ ...collections, data: shown }}
        columns={columns}
        rowKey={({ name }) => name}
        pageSize={50}
        initialSort={{ columnId: 'name', isDescending: false }}
        empty={
          collections.data?.length === 0
            ? {
                hint: 'A collection holds entries of one kind, such as products or orders.',
                action: creating,
              }
            : {
                title: 'No collection found',
                hint: 'No collection has this text in its name.',
                action: <Button onClick={() => setSearch('')}>Show all collections</Button>,
              }
        }
      />
      {opened && (
        <CollectionDialog
          serviceId={serviceId}
          collection={opened.collection}
          taken={collections.data?.map(({ name }) => name) ?? []}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  );
}
