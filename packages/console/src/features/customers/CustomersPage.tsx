import { fullName } from '@atrium/contract/accounts/full-name';
import type { Customer } from '@atrium/contract/customers/customer';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Help } from '../../layout/Help.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { TextSearchForm } from '../../ui/TextSearchForm.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { useTextAddress } from '../../ui/use-text-address.ts';
import { CustomerState } from './CustomerState.tsx';
import { customersQuery } from './customer.queries.ts';

/** All customers, searchable by every displayed value. */
export function CustomersPage() {
  const { searched, search } = useTextAddress();
  const found = useInfiniteQuery(customersQuery(searched));
  const customers = useMemo(() => found.data?.pages.flatMap(({ content }) => content), [found.data]);
  return (
    <>
      <PageHeader title="Customers" description={<Help topic="customers" />} />
      <Card title="All domains and their owners" isFlush>
        <TextSearchForm
          label="Search customers"
          hint="The beginning of a name, username or e-mail address; an invoice number, the last four digits of a card, or an ID"
          text={searched}
          onSearch={search}
        />
        <EntityTable
          caption="Customers"
          query={{ ...found, data: customers }}
          columns={columns}
          rowKey={({ id }) => id}
          empty={{
            title: 'No customer found',
            hint: 'No customer matches this search.',
            action: <Button onClick={() => search('')}>Show all customers</Button>,
          }}
        />
        <ShowMore query={found}>Show more customers</ShowMore>
      </Card>
    </>
  );
}

const columns: TableColumn<Customer>[] = [
  {
    id: 'name',
    header: 'Customer',
    isRowHeader: true,
    className: 'wrap-anywhere',
    cell: ({ id, name }) => <AppLink href={paths.customer(id)}>{name}</AppLink>,
  },
  {
    id: 'owner',
    header: 'Owner',
    className: 'wrap-anywhere',
    cell: ({ owner }) =>
      owner === null ? (
        'No owner'
      ) : (
        <>
          {fullName(owner)}
          <span className="block text-xs text-ink-soft">{owner.email}</span>
        </>
      ),
  },
  {
    id: 'since',
    header: 'Since',
    className: 'whitespace-nowrap',
    cell: ({ createdOn }) => formatDate(createdOn),
  },
  { id: 'state', header: 'State', cell: (customer) => <CustomerState customer={customer} /> },
];
