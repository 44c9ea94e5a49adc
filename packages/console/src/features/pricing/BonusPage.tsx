import { type Bonus, deleteBonus, searchBonuses } from '@atrium/contract/pricing/bonus';
import { FREE_TIER_BONUS } from '@atrium/contract/pricing/free-tier';
import { useState } from 'react';
import { usePages } from '../../api/use-pages.ts';
import { Help } from '../../layout/Help.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { BonusDialog } from './BonusDialog.tsx';
import { RowActions } from './RowActions.tsx';

const BONUS_PAGE_SIZE = 10;

export function BonusPage() {
  const [edited, setEdited] = useState<Bonus | 'new' | null>(null);
  const bonuses = usePages(searchBonuses, { size: BONUS_PAGE_SIZE });
  const columns: TableColumn<Bonus>[] = [
    { id: 'number', header: '#', cell: (_, index) => index + 1 },
    { id: 'name', header: 'Name', isRowHeader: true, cell: ({ key }) => <BonusName name={key} /> },
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
          {...(bonus.key === FREE_TIER_BONUS && {
            impact: () => (
              <p className="mt-3">
                Without it, new customers get no free credit. Credit that was given stays.
              </p>
            ),
          })}
        />
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Bonus"
        description={<Help topic="bonus" />}
        actions={
          <Button variant="primary" onClick={() => setEdited('new')}>
            New bonus
          </Button>
        }
      />
      <Card isFlush>
        <EntityTable
          caption="Bonus"
          query={bonuses}
          columns={columns}
          rowKey={({ id }) => id}
          pagingText={({ total }) => `A total of ${total} bonus ${total === 1 ? 'listing' : 'listings'}`}
          empty={{
            title: 'No bonuses yet',
            hint: 'New customers start without free credit.',
            action: <Button onClick={() => setEdited('new')}>Add a bonus</Button>,
          }}
        />
      </Card>
      {edited !== null && (
        <BonusDialog {...(edited !== 'new' && { bonus: edited })} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

/** Marks the bonus that the platform grants automatically. */
function BonusName({ name }: { name: string }) {
  return (
    <>
      {name}
      {name === FREE_TIER_BONUS && (
        <span className="block text-sm font-normal text-ink-soft">
          Free tier of customers who set up payment
        </span>
      )}
    </>
  );
}
