import { createCard, listCards } from '@atrium/contract/billing/card';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { CardFields } from './CardFields.tsx';
import { HolderName } from './holder-name.ts';
import { useCardField } from './use-card-field.ts';

export function AddCardDialog({ onClose }: { onClose: () => void }) {
  const card = useCardField();
  const form = useEndpointForm(createCard, {
    schema: HolderName,
    defaults: { cardHolderName: '' },
    toBody: async ({ cardHolderName }) => {
      const token = await card.createToken(cardHolderName);
      return token === undefined ? undefined : { token, cardHolderName };
    },
    onInvalid: card.flagIncomplete,
    invalidates: [listCards],
    onDone: onClose,
    onError: card.saveFailed,
  });
  return (
    <FormDialog form={form} title="Add Card" onClose={onClose}>
      <CardFields card={card} holderName={form.field('cardHolderName')} />
    </FormDialog>
  );
}
