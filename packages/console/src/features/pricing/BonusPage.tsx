import { BONUS_SEARCH_SIZE, type Bonus, deleteBonus, searchBonuses } from '@atrium/contract/pricing/bonus';
import { useState } from 'react';
import { usePages } from '../../layout/use-pages.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { BonusDialog } from './BonusDialog.tsx';
import { RowActions } from './RowActions.tsx';

export function BonusPage() {
  const [edited, setEdited] = useState<Bonus | 'new' | null>(null);
  const { pages, goTo } = usePages(searchBonuses, BONUS_SEARCH_SIZE);
  const first = (pages.data?.pageable.pageNumber ?? 0) * BONUS_SEARCH_SIZE + 1;
  const columns: TableColumn<Bonus>[] = [
    { id: 'number', header: '#', cell: (_, index) => first + index },
    { id: 'name', header: 'Name', isRowHeader: true, cell: ({ key }) => key },
    { id: 'cents', header: 'Cents', align: 'end', cell: ({ cents }) => cents },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (bonus) => (
        <RowActions
          id={bonus.id}
          name={`bonus ${bonus.key}`}
          remove={deleteBonus}
          list={searchBonuses}
          onEdit={() => setEdited(bonus)}
        />
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Bonus"
        actions={
          <Button look="primary" onClick={() => setEdited('new')}>
            New bonus
          </Button>
        }
      />
      <Card isFlush>
        <QueryPanel query={pages}>
          {({ content, totalElements, totalPages, pageable }) => (
            <>
              <Table caption="Bonus" columns={columns} rows={content} rowKey={({ id }) => id} />
              <div className="px-4">
                <Pagination
                  page={pageable.pageNumber}
                  totalPages={totalPages}
                  onChange={goTo}
                  text={`A total of ${totalElements} bonus listings`}
                />
              </div>
            </>
          )}
        </QueryPanel>
      </Card>
      {edited !== null && (
        <BonusDialog {...(edited !== 'new' && { bonus: edited })} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
