import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

/** Says that a card was set up, but brings no free credits because it had them before. */
export function WithoutCreditDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Payment is set up, without free credits"
      size="small"
      footer={
        <Button look="primary" onClick={onClose}>
          Continue
        </Button>
      }
    >
      The free credits are given once for each card, and this card has had them before. Your card and your
      address are saved.
    </Dialog>
  );
}
