import type { CollectionCosts } from '@atrium/contract/billing/function-costs';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { itemNameOf, sourceFileName } from '@atrium/contract/service-api/files/item-file-names';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { costText } from '../functions/call-cost.ts';
import { COUNTED_DAYS } from '../functions/function.queries.ts';
import { ItemActions } from '../items/ItemActions.tsx';
import type { MetaItem } from '../items/meta-item.ts';
import { toCollectionValues } from './collection-values.ts';

const valuesOf = (item: MetaItem) => toCollectionValues(item.fields ?? {}, item);

type Uses = ReadonlyMap<string, CollectionCosts['collections'][number]>;

interface CollectionColumnParts {
  serviceId: string;
  /** Usage by name of the collection; undefined while loading. */
  uses: Uses | undefined;
  onEdit: (collection: MetaItem) => void;
}

const UNKNOWN = '…';

export function collectionColumns({
  serviceId,
  uses,
  onEdit,
}: CollectionColumnParts): TableColumn<MetaItem>[] {
  return [
    {
      id: 'name',
      header: 'Collection',
      isRowHeader: true,
      className: 'wrap-anywhere',
      sortBy: ({ name }) => name,
      cell: (collection) => (
        <>
          {collection.name}
          <span className="block text-sm font-normal text-ink-soft">{valuesOf(collection).description}</span>
        </>
      ),
    },
    {
      id: 'fields',
      header: 'Fields',
      isLong: true,
      className: 'wrap-anywhere',
      cell: (collection) =>
        collection.fields === undefined ? (
          <Badge tone="danger">Unreadable</Badge>
        ) : (
          valuesOf(collection)
            .fields.map(({ name }) => name)
            .join(', ') || '–'
        ),
    },
    {
      id: 'calls',
      header: `Calls (${COUNTED_DAYS} days)`,
      align: 'end',
      sortBy: ({ name }) => uses?.get(name)?.calls ?? 0,
      cell: ({ name }) => (uses ? (uses.get(name)?.calls ?? 0).toLocaleString('en-US') : UNKNOWN),
    },
    {
      id: 'cost',
      header: 'Cost',
      align: 'end',
      className: 'whitespace-nowrap',
      sortBy: ({ name }) => uses?.get(name)?.cents ?? undefined,
      cell: ({ name }) => (uses ? costText(uses.get(name)) : UNKNOWN),
    },
    {
      id: 'entries',
      header: 'Seed file',
      cell: ({ place }) => (
        <AppLink
          href={paths.service(serviceId, { file: sourceFileName(itemNameOf(filePathOf(place))) })}
          className="link"
        >
          Open
        </AppLink>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      cell: (collection) => (
        <ItemActions
          serviceId={serviceId}
          item={collection}
          label={`collection ${collection.name}`}
          warning="Its entries can no longer be read, and functions that use it fail."
          onEdit={() => onEdit(collection)}
        />
      ),
    },
  ];
}
