import { ApiError } from '@atrium/contract/api-error';
import { SaveAddress } from '@atrium/contract/billing/address-fields';
import { hasCard } from '@atrium/contract/billing/card';
import { formatCents } from '@atrium/contract/billing/money';
import { setUpBilling } from '@atrium/contract/billing/setup';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { readAgain } from '../../api/read-again.ts';
import { session } from '../../api/session.ts';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { FormPage } from '../../ui/FormPage.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useStandingError } from '../../ui/use-standing-error.ts';
import { AddressFields, emptyAddress } from './AddressFields.tsx';
import { freeTierOfferQuery } from './billing.queries.ts';
import { CardFields } from './CardFields.tsx';
import { HolderName } from './holder-name.ts';
import { useCardField } from './use-card-field.ts';

const SetUp = z.object({ card: HolderName, address: SaveAddress });

const leave = () => window.location.assign(paths.dashboard());

/** Ignores failures: the values are saved, and the next page starts the session anew. */
async function refreshIfPossible() {
  try {
    await session().refresh();
  } catch {}
}

/** First set-up: card and address are saved together, then the console starts again with the free credits. */
export function WelcomeForm() {
  const client = useQueryClient();
  const offer = useQuery(freeTierOfferQuery());
  const offerError = useStandingError(offer);
  const promised = offer.data?.cents ?? 0;
  const [isWithoutCredit, setIsWithoutCredit] = useState(false);
  const card = useCardField();
  const form = useEndpointForm(setUpBilling, {
    schema: SetUp,
    defaults: { card: { cardHolderName: '' }, address: emptyAddress },
    toBody: async ({ card: { cardHolderName }, address }) => {
      const token = await card.createToken(cardHolderName);
      return token === undefined ? undefined : { card: { token, cardHolderName }, address };
    },
    // Errors of the card show together with errors of the fields.
    onInvalid: card.flagIncomplete,
    onError: card.saveFailed,
    onSaved: refreshIfPossible,
    onDone: ({ freeTierCents }) => {
      if (freeTierCents === 0 && promised > 0) setIsWithoutCredit(true);
      else leave();
    },
  });
  const country = useWatch({ control: form.control, name: 'address.addressCountry' });
  /** Set up elsewhere, as in another tab: there is nothing left to fill in here. */
  const isSetUpAlready = form.error instanceof ApiError && form.error.status === 409;
  function dismissError() {
    form.dismissError();
    if (isSetUpAlready) void readAgain(client, [hasCard]);
  }
  return (
    <>
      <PageHeader
        title="Welcome"
        description={
          offer.data &&
          (offer.data.cents > 0
            ? `Fill in the form below, to get your ${formatCents(offer.data.cents).replace('$', '$ ')} free credits! They are given once for each card.`
            : 'Fill in the form below to add your payment details.')
        }
      />
      {offer.data === undefined && offerError !== null && (
        <ErrorAlert
          error={offerError}
          onRetry={() => void offer.refetch()}
          isRetrying={offer.isFetching}
          className="mb-4 max-w-3xl"
        />
      )}
      <FormPage
        form={{ ...form, dismissError }}
        submitLabel="Save"
        submitProps={{ variant: 'primary', className: 'justify-self-start' }}
        className="grid max-w-3xl gap-4"
      >
        <Card title="Card">
          <div className="grid gap-4">
            <CardFields card={card} holderName={form.field('card.cardHolderName')} />
          </div>
        </Card>
        <Card title="Billing address">
          <AddressFields field={(name) => form.field(`address.${name}`)} country={country} />
        </Card>
      </FormPage>
      {isWithoutCredit && <WithoutCreditDialog onClose={leave} />}
    </>
  );
}

/** Shown after the setup of a card that brings no free credits because it was used before. */
function WithoutCreditDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Payment is set up, without free credits"
      size="small"
      footer={
        <Button variant="primary" onClick={onClose}>
          Continue
        </Button>
      }
    >
      The free credits are given once for each card, and this card has had them before. Your card and your
      address are saved.
    </Dialog>
  );
}
