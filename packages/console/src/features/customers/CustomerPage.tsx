import { fullName } from '@atrium/contract/accounts/full-name';
import { type Customer, getCustomer } from '@atrium/contract/customers/customer';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { useDocumentTitle } from '../../layout/page-change.ts';
import { useAddressed } from '../../layout/use-addressed.ts';
import { formatDate, formatDateTime } from '../../lib/format-date.ts';
import { Alert } from '../../ui/Alert.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { CustomerCreditsTab } from './CustomerCreditsTab.tsx';
import { CustomerHostsTab } from './CustomerHostsTab.tsx';
import { CustomerInvoicesTab } from './CustomerInvoicesTab.tsx';
import { CustomerLogTab } from './CustomerLogTab.tsx';
import { CustomerPaymentsTab } from './CustomerPaymentsTab.tsx';
import { CustomerPeopleTab } from './CustomerPeopleTab.tsx';
import { CustomerSessionsTab } from './CustomerSessionsTab.tsx';
import { CustomerState } from './CustomerState.tsx';
import { CustomerUsageTab } from './CustomerUsageTab.tsx';
import { GiveCredit } from './GiveCredit.tsx';
import { LockActions } from './LockActions.tsx';

interface CustomerPageProps {
  id: string;
}

const TABS = [
  { value: 'usage', label: 'Usage', Content: CustomerUsageTab },
  { value: 'invoices', label: 'Invoices', Content: CustomerInvoicesTab },
  { value: 'credits', label: 'Credits', Content: CustomerCreditsTab },
  { value: 'payments', label: 'Payments', Content: CustomerPaymentsTab },
  { value: 'people', label: 'People', Content: CustomerPeopleTab },
  { value: 'sessions', label: 'Sessions', Content: CustomerSessionsTab },
  { value: 'hosts', label: 'Host names', Content: CustomerHostsTab },
  { value: 'log', label: 'Log', Content: CustomerLogTab },
] as const;

/** Customer details for administrators. */
export function CustomerPage({ id }: CustomerPageProps) {
  const [tab, setTab] = useAddressed('tab');
  const customer = useQuery(endpointQuery(getCustomer, { params: { id } }));
  const shown = customer.data;
  useDocumentTitle(shown?.name, 'Customers');
  return (
    <>
      <PageHeader
        title={shown?.name ?? 'Customer'}
        description={
          // A single line while the customer is loading.
          shown === undefined ? (
            '\u00a0'
          ) : (
            <>
              {shown.owner === null ? 'No owner' : `${fullName(shown.owner)}, ${shown.owner.email}`}, since{' '}
              {formatDate(shown.createdOn)}
            </>
          )
        }
        actions={
          shown && (
            <>
              <GiveCredit customer={shown} onGiven={() => setTab('credits')} />
              <LockActions customer={shown} />
            </>
          )
        }
      />
      <QueryPanel query={customer} skeleton={<PageSkeleton label="Loading the customer" cards={['h-96']} />}>
        {(found) => (
          <div className="grid grid-cols-1 gap-4">
            <CustomerState customer={found} />
            <CustomerNotices customer={found} />
            <Tabs
              label="About this customer"
              value={TABS.find(({ value }) => value === tab)?.value ?? 'usage'}
              onChange={setTab}
              tabs={TABS.map(({ Content, ...rest }) => ({
                ...rest,
                content: <Content id={id} customer={found} />,
              }))}
            />
          </div>
        )}
      </QueryPanel>
    </>
  );
}

/** Reason why the users of a customer can't sign in, if any, and how to undo it. */
function CustomerNotices({ customer }: { customer: Customer }) {
  const { closedOn, contentEndsOn, lockedBecause, lockedOn, owner } = customer;
  const [now] = useState(() => Date.now());
  const isReopenable = contentEndsOn && Date.parse(contentEndsOn) > now;
  return (
    <>
      {closedOn && (
        <Alert kind="warning" title={`Closed by its owner on ${formatDate(closedOn)}`}>
          {isReopenable
            ? `Its content is deleted on ${formatDate(contentEndsOn)}. Until then the operator can reopen the account with “domain reopen ${owner?.username ?? '<username>'}”.`
            : 'Its content is deleted, and the account cannot be reopened. Invoices and payments are kept.'}
        </Alert>
      )}
      {lockedOn !== null && (
        <Alert kind="warning" title={`Locked since ${formatDateTime(lockedOn)}`}>
          {lockedBecause}
        </Alert>
      )}
    </>
  );
}
