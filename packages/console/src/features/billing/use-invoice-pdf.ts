import { getInvoicePdf, type Invoice } from '@atrium/contract/billing/invoice';
import { readErrorMessage } from '@atrium/contract/error-message';
import { request } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { showToast } from '../../ui/toast.ts';

/** Saves an invoice as PDF. A plain link could not carry the access token. */
export function useInvoicePdf() {
  return useChange({
    mutationFn: async ({ id, invoiceId }: Invoice) => {
      const answer = await request(getInvoicePdf, { params: { id } });
      if (!answer.ok) throw new Error(readErrorMessage(answer.status, await answer.json().catch(() => null)));
      const url = URL.createObjectURL(await answer.blob());
      const link = document.createElement('a');
      link.href = url;
      link.download = `${invoiceId}.pdf`;
      link.click();
      URL.revokeObjectURL(url);
    },
    onError: (error) => showToast(error.message, 'error'),
  });
}
