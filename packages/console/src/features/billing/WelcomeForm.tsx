import { SaveAddress } from '@atrium/contract/billing/address';
import { formatCents } from '@atrium/contract/billing/money';
import { setUpBilling } from '@atrium/contract/billing/setup';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { session } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AddressFields, type AddressValues, emptyAddress } from './AddressFields.tsx';
import { freeTierOfferQuery } from './billing.queries.ts';
import { CardFields } from './CardFields.tsx';
import { HolderName } from './holder-name.ts';
import { useCardField } from './use-card-field.ts';

/** First set-up: card and address are saved together, then the console starts anew with the free credits. */
export function WelcomeForm() {
  const offer = useQuery(freeTierOfferQuery());
  const card = useCardField();
  const keyOf = useIdempotencyKey();
  const holder = useForm({ resolver: zodResolver(HolderName), defaultValues: { cardHolderName: '' } });
  const address = useForm<AddressValues, unknown, z.output<typeof SaveAddress>>({
    resolver: zodResolver(SaveAddress),
    defaultValues: emptyAddress,
  });
  const setUp = useChange({
    mutationFn: async () => {
      const areValid = await Promise.all([holder.trigger(), address.trigger()]);
      const { cardHolderName } = holder.getValues();
      const token = await card.createToken(cardHolderName.trim());
      if (areValid.includes(false) || token === undefined) return false;
      const body = { card: { token, cardHolderName }, address: address.getValues() };
      await call(setUpBilling, { body }, { idempotencyKey: keyOf(body) });
      await session().refresh();
      return true;
    },
    onSuccess: (isSetUp) => isSetUp && window.location.assign(paths.dashboard()),
    onError: (error) => {
      card.saveFailed(error);
      for (const [field, message] of Object.entries(fieldErrors(error))) {
        const name = field.replace(/^address\./, '');
        if (name in emptyAddress) address.setError(name as keyof AddressValues, { message });
      }
    },
  });

  return (
    <>
      <PageHeader
        title="Welcome"
        description={
          offer.data &&
          (offer.data.cents > 0
            ? `Fill in the form below, to get your ${formatCents(offer.data.cents).replace('$', '$ ')} free credits!`
            : 'Fill in the form below to add your payment details.')
        }
      />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setUp.mutate();
        }}
        className="grid max-w-3xl gap-4"
      >
        <Card title="Card">
          <div className="grid gap-4">
            <CardFields
              card={card}
              holderName={{
                ...holder.register('cardHolderName'),
                error: holder.formState.errors.cardHolderName?.message,
              }}
            />
          </div>
        </Card>
        <Card title="Billing address">
          <AddressFields register={address.register} errors={address.formState.errors} />
        </Card>
        <div>
          <Button type="submit" look="primary" isBusy={setUp.isPending}>
            Save
          </Button>
        </div>
      </form>
      <ErrorDialog error={setUp.error} onClose={setUp.reset} />
    </>
  );
}
