import { overdueText } from '@atrium/contract/billing/invoice-state';
import type { Customer } from '@atrium/contract/customers/customer';
import { Badge } from '../../ui/Badge.tsx';

/** Status badges of a customer for administrators. */
export function CustomerState({ customer }: { customer: Customer }) {
  const { closedOn, hasAdministrator, lockedOn, unpaidInvoices, overdueInvoices, overdueSince } = customer;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {closedOn && <Badge tone="warn">Closed</Badge>}
      {lockedOn !== null && <Badge tone="danger">Locked</Badge>}
      {hasAdministrator && <Badge tone="accent">Administrators</Badge>}
      {overdueInvoices > 0 && (
        <Badge tone="danger">
          {overdueInvoices > 1 && `${overdueInvoices} invoices `}
          {overdueSince ? `${overdueText(overdueSince)} overdue` : 'overdue'}
        </Badge>
      )}
      {unpaidInvoices > overdueInvoices && (
        <Badge tone="warn">{unpaidInvoices - overdueInvoices} unpaid</Badge>
      )}
      {/* A closed account may still get a last invoice. */}
      {unpaidInvoices === 0 && !closedOn && <Badge tone="ok">Nothing unpaid</Badge>}
    </span>
  );
}
