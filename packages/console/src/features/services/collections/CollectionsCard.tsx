import { editFiles } from '@atrium/contract/configuration/edit';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Help } from '../../../layout/Help.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { itemsQuery } from '../items/item.queries.ts';
import type { MetaItem } from '../items/meta-item.ts';
import { CollectionDialog } from './CollectionDialog.tsx';
import { collectionColumns } from './collection-columns.tsx';
import { COLLECTIONS_FOLDER } from './collection-values.ts';

/** The collections of a service: what their entries consist of. */
export function CollectionsCard({ serviceId }: { serviceId: string }) {
  const collections = useQuery(itemsQuery(serviceId, COLLECTIONS_FOLDER));
  const [opened, setOpened] = useState<{ collection?: MetaItem } | null>(null);
  const refusal = useRefusal(editFiles);
  const columns = useMemo(
    () => collectionColumns(serviceId, (collection) => setOpened({ collection })),
    [serviceId],
  );
  const creating = (
    <Button
      look="primary"
      icon={<Plus aria-hidden size={16} />}
      refusal={refusal}
      disabled={collections.data === undefined}
      onClick={() => setOpened({})}
    >
      New collection
    </Button>
  );
  return (
    <Card title="Collections" description={<Help topic="collections" />} isFlush actions={creating}>
      <EntityTable
        caption="Collections"
        name="collections"
        query={collections}
        columns={columns}
        rowKey={({ name }) => name}
        pageSize={50}
        initialSort={{ columnId: 'name', isDescending: false }}
        empty={{
          hint: 'A collection holds entries of one kind, such as products or orders.',
          action: creating,
        }}
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
