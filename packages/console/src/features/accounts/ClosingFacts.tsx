import { type AccountClosing, CLOSING_GRACE_DAYS } from '@atrium/contract/accounts/account-closing';
import { formatCents, formatMoney } from '@atrium/contract/billing/money';
import { formatQuantity } from '../../lib/format.ts';
import { Alert } from '../../ui/Alert.tsx';

/** Data deleted with an account, in numbers and names. */
export function ClosingFacts({ closing }: { closing: AccountClosing }) {
  const { domain, isOwner, childUsers, files, entries, cards, unpaidInvoices } = closing;
  if (!isOwner) {
    return (
      <p>
        You leave the domain <strong className="break-words">{domain}</strong>, are signed out everywhere, and
        can no longer sign in. Your usage stays on the bill of its owner.
      </p>
    );
  }
  return (
    <>
      <p>
        No one can sign in to the domain <strong className="break-words">{domain}</strong> anymore. The
        operator can reopen it for {CLOSING_GRACE_DAYS} days; after that its content is deleted.
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          {childUsers.length === 0
            ? 'No child users'
            : `${formatQuantity(childUsers.length, 'child user')}: ${childUsers.join(', ')}`}
        </li>
        <li>
          {files === null
            ? 'Files of your configuration'
            : `${formatQuantity(files, 'file')} of your configuration, with all versions`}
        </li>
        <li>
          {entries === null
            ? 'Content entries'
            : `${formatQuantity(entries, 'entry', 'entries')} of your content`}
        </li>
        <li>
          {cards.length === 0
            ? 'No cards'
            : `${formatQuantity(cards.length, 'card')} ending in ${cards.join(', ')}`}
        </li>
        {closing.creditCents > 0 && (
          <li>{formatCents(closing.creditCents)} of credit, after the last invoice</li>
        )}
      </ul>
      <p>
        Usage not yet invoiced ({formatCents(closing.runningUsageCents)} so far) is billed with a last invoice
        after the month has ended, which you get by e-mail. Invoices and payments are kept for accounting, and
        so is the log.
      </p>
      {closing.isPaidAutomatically && (
        <p>
          Automatic payment ends, too: no card is charged anymore, neither for the last invoice nor for any
          that is still to be paid. To pay them, contact the operator. Automatic payment stays off if the
          domain is reopened.
        </p>
      )}
      {unpaidInvoices.length > 0 && (
        <Alert kind="warning" title="Still to be paid">
          <ul>
            {unpaidInvoices.map(({ invoiceId, amount, currency }) => (
              <li key={invoiceId}>
                Invoice {invoiceId}: {formatMoney(amount, currency)}
              </li>
            ))}
          </ul>
          Pay before you close the account; afterwards you still owe it, and have to contact the operator.
        </Alert>
      )}
    </>
  );
}
