import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { itemNameOf, sourceFileName } from '@atrium/contract/service-api/item-file-names';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { ItemActions } from '../items/ItemActions.tsx';
import type { MetaItem } from '../items/meta-item.ts';
import { toCollectionValues } from './collection-values.ts';

const valuesOf = (item: MetaItem) => toCollectionValues(item.fields ?? {}, item);

export function collectionColumns(
  serviceId: string,
  onEdit: (collection: MetaItem) => void,
): TableColumn<MetaItem>[] {
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
      id: 'entries',
      header: 'Entries that come with it',
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
