import type { AutomaticCharge } from '@atrium/contract/billing/automatic-payment';
import { formatUtcDay } from '@atrium/contract/utc-day';
import { useQuery } from '@tanstack/react-query';
import { Alert } from '../../ui/Alert.tsx';
import { cardsQuery } from './billing.queries.ts';
import { nameOfDefault } from './charge-words.ts';

/** When an unpaid invoice is charged automatically, or that it is not any more. */
export function ChargeNotice({ charge: { failedTries, nextOn } }: { charge: AutomaticCharge }) {
  const cards = useQuery(cardsQuery());
  if (nextOn === null) {
    return failedTries === 0 ? null : (
      <Alert kind="warning">
        This invoice will not be charged automatically again. Choose Pay Now to pay it.
      </Alert>
    );
  }
  const card = nameOfDefault(cards.data);
  const day = formatUtcDay(nextOn);
  return (
    <Alert>
      {failedTries === 0
        ? `This invoice will be charged to ${card} on ${day}.`
        : `The next automatic payment will be tried on ${day}, with ${card}. You can also pay now.`}
    </Alert>
  );
}
