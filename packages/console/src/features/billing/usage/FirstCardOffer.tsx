import { formatCents } from '@atrium/contract/billing/money';
import { useQuery } from '@tanstack/react-query';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { freeTierOfferQuery, hasCardQuery } from '../billing.queries.ts';

/** Offers the free tier to users without a card who may add one: only the first card grants it. */
export function FirstCardOffer() {
  const mayPay = mayDo(useAuth(), 'billing.pay');
  const hasCard = useQuery({ ...hasCardQuery(), enabled: mayPay });
  const offer = useQuery({ ...freeTierOfferQuery(), enabled: mayPay });
  if (hasCard.data !== false || offer.data === undefined || offer.data.cents === 0) return null;
  return (
    <>
      Your first card brings {formatCents(offer.data.cents)} of free credit.{' '}
      <AppLink href={paths.payment()} className="link">
        Add a card
      </AppLink>
    </>
  );
}
