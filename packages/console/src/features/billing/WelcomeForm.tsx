import { SaveAddress } from '@atrium/contract/billing/address';
import { formatCents } from '@atrium/contract/billing/money';
import { setUpBilling } from '@atrium/contract/billing/setup';
import type { EndpointRequest } from '@atrium/contract/endpoint';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { session } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
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
  const holder = useForm({ resolver: zodResolver(HolderName), defaultValues: { cardHolderName: '' } });
  const address = useForm<AddressValues, unknown, z.output<typeof SaveAddress>>({
    resolver: zodResolver(SaveAddress),
    defaultValues: emptyAddress,
  });
  const setUp = useChange({
    mutationFn: async (body: EndpointRequest<typeof setUpBilling>['body']) => {
      await call(setUpBilling, { body });
      await session().refresh();
    },
    onSuccess: () => window.location.assign(paths.dashboard()),
    onError: (error) => {
      for (const [field, message] of Object.entries(fieldErrors(error))) {
        const name = field.replace(/^address\./, '');
        if (name in emptyAddress) address.setError(name as keyof AddressValues, { message });
      }
    },
  });

  async function handleSave() {
    const areValid = await Promise.all([holder.trigger(), address.trigger()]);
    const { cardHolderName } = holder.getValues();
    const token = await card.createToken(cardHolderName.trim());
    if (areValid.includes(false) || token === undefined) return;
    setUp.mutate({ card: { token, cardHolderName }, address: address.getValues() });
  }

  return (
    <>
      <PageHeader
        title="Welcome"
        description={
          offer.data &&
          `Fill in the form below, to get your ${formatCents(offer.data.cents).replace('$', '$ ')} free credits!`
        }
      />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void handleSave();
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
