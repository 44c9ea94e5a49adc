import { payInvoice } from '@atrium/contract/billing/invoice';
import { formatMoney } from '@atrium/contract/billing/money';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { showToast } from '../../ui/toast.ts';
import { paymentConfigQuery, readAfterPayment } from './billing.queries.ts';
import { nameOfCard } from './card-words.ts';

/** Pays an invoice; if the bank requires it, the card holder confirms and the payment continues. */
export function usePayInvoice() {
  const client = useQueryClient();
  return useChange({
    mutationFn: async ({ id, card }: { id: string; card: string }) => {
      const pay = () => call(payInvoice, { params: { id }, query: { card } });
      const first = await pay();
      if (first.authentication === null) return first;
      // Most payments need no card provider in the browser.
      const { loadCardProvider } = await import('./card-provider.ts');
      const provider = await loadCardProvider(await client.ensureQueryData(paymentConfigQuery()));
      const refused = await provider.authenticate(first.authentication.clientSecret).then(
        () => undefined,
        (error: Error) => error,
      );
      // Also then: the platform asks what became of it, and keeps the reason. The money may have gone all the same.
      const second = await pay();
      if (refused !== undefined && second.authentication !== null) throw refused;
      return second;
    },
    onSuccess: ({ paid, invoiceId, amount, currency, card }) => {
      // The invoice names the card that was charged: it may have been paid with another one meanwhile.
      const from = card === null ? '' : ` from your ${nameOfCard(card)}`;
      const received = `Payment received: ${formatMoney(amount, currency)}${from}.`;
      if (paid) showToast(`${received} Invoice ${invoiceId} is paid.`);
    },
    // Also after a failure: its reason is on the invoice, or another card is the default.
    onSettled: () => readAfterPayment(client),
  });
}
