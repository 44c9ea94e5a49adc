import { BONUS_SEARCH_SIZE, type Bonus, deleteBonus, searchBonuses } from '@atrium/contract/pricing/bonus';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { BonusDialog } from './BonusDialog.tsx';
import { bonusesQuery } from './pricing.queries.ts';
import { RowActions } from './RowActions.tsx';

export function BonusPage() {
  const [edited, setEdited] = useState<Bonus | 'new' | null>(null);
  const [page, setPage] = useState(0);
  const bonuses = useQuery({ ...bonusesQuery(page), placeholderData: keepPreviousData });
  const columns: TableColumn<Bonus>[] = [
    { id: 'number', header: '#', cell: (_, index) => page * BONUS_SEARCH_SIZE + index + 1 },
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
        <QueryPanel query={bonuses}>
          {({ content, totalElements, totalPages }) => (
            <>
              <Table caption="Bonus" columns={columns} rows={content} rowKey={({ id }) => id} />
              <div className="px-4">
                <Pagination
                  page={page}
                  totalPages={totalPages}
                  onChange={setPage}
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
