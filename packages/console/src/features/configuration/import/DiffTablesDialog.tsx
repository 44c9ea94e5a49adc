import { ignoredFieldsOf } from '@atrium/contract/configuration/ignored-differences';
import type { ImportResult } from '@atrium/contract/configuration/import';
import { useMemo } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { VirtualTable } from '../../../ui/VirtualTable.tsx';
import { SearchField, useSearchFilter } from '../files/SearchField.tsx';
import { diffRows } from './diff-rows.ts';
import type { ImportItem } from './import-items.ts';

interface DiffTablesDialogProps {
  result: ImportResult;
  items: readonly ImportItem[];
  onClose: () => void;
}

/** Table of all changed fields: item, field, local, remote. */
export function DiffTablesDialog({ result, items, onClose }: DiffTablesDialogProps) {
  const rows = useMemo(() => diffRows(items, ignoredFieldsOf(result.serviceId)), [items, result.serviceId]);
  const { matches, ...search } = useSearchFilter(() => rows.map(toNamed));
  const found = rows.filter((row) => matches(toNamed(row)));
  const value = (text: string) => (
    <code className="font-mono text-xs" title={text.slice(0, 2_000)}>
      {text.slice(0, 200)}
    </code>
  );
  return (
    <Dialog
      isOpen
      size="large"
      title={`${result.name}: diff tables`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <SearchField
        label="Search by item or field"
        text={search.text}
        error={search.error}
        onChange={search.setText}
      />
      <VirtualTable
        caption="Fields that differ"
        rows={found}
        rowKey={({ key }) => key}
        minWidth="48rem"
        isStacking
        emptyHint={
          rows.length === 0
            ? 'The only differences are in IDs, permissions, folders and times, which are not compared here.'
            : undefined
        }
        emptyAction={rows.length > 0 && <Button onClick={() => search.setText('')}>Clear search</Button>}
        className="mt-3 max-h-[60dvh]"
        columns={[
          {
            id: 'item',
            header: 'Item',
            isRowHeader: true,
            sortBy: ({ item }) => item,
            width: 'minmax(12rem, 2fr)',
            cell: ({ item }) => <span title={item}>{item}</span>,
          },
          {
            id: 'field',
            header: 'Field',
            sortBy: ({ field }) => field,
            width: '10rem',
            cell: ({ field }) => field,
          },
          { id: 'local', header: 'Local', width: 'minmax(10rem, 2fr)', cell: ({ local }) => value(local) },
          {
            id: 'remote',
            header: 'Remote',
            width: 'minmax(10rem, 2fr)',
            cell: ({ remote }) => value(remote),
          },
        ]}
      />
    </Dialog>
  );
}

const toNamed = ({ item, field }: ReturnType<typeof diffRows>[number]) => ({ name: field, folderPath: item });
