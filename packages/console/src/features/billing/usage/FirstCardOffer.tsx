import { formatCents } from '@atrium/contract/billing/money';
import { useQuery } from '@tanstack/react-query';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { freeTierOfferQuery } from '../billing.queries.ts';

/** What brings free tier, for whoever has none and may add a card. */
export function FirstCardOffer() {
  const offer = useQuery({ ...freeTierOfferQuery(), enabled: mayDo(useAuth(), 'billing.pay') });
  if (offer.data === undefined || offer.data.cents === 0) return null;
  return (
    <>
      Your first card brings {formatCents(offer.data.cents)} of free credit.{' '}
      <AppLink href={paths.payment()} className="link">
        Add a card
      </AppLink>
    </>
  );
}
