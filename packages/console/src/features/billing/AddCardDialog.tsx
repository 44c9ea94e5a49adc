import { createCard, listCards } from '@atrium/contract/billing/card';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { CardFields } from './CardFields.tsx';
import { HolderName } from './holder-name.ts';
import { useCardField } from './use-card-field.ts';

export function AddCardDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const client = useQueryClient();
  const card = useCardField();
  const keyOf = useIdempotencyKey();
  const form = useForm({ resolver: zodResolver(HolderName), defaultValues: { cardHolderName: '' } });
  const save = useChange({
    mutationFn: async ({ cardHolderName }: z.output<typeof HolderName>) => {
      const token = await card.createToken(cardHolderName);
      if (token === undefined) return undefined;
      const body = { token, cardHolderName };
      return call(createCard, { body }, { idempotencyKey: keyOf(body) });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: endpointKey(listCards) }),
    onError: (error) => card.saveFailed(error),
  });
  const submit = form.handleSubmit((values) =>
    // Not done when this dialog was closed before the answer: it may have been opened anew.
    save.mutate(values, { onSuccess: (saved) => saved && onClose() }),
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add Card"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <CardFields
          card={card}
          holderName={{
            ...form.register('cardHolderName'),
            error: form.formState.errors.cardHolderName?.message,
          }}
        />
      </form>
      <ErrorDialog error={save.error} onClose={save.reset} />
    </Dialog>
  );
}
