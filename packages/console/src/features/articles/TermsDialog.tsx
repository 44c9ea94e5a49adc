import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TermsArticle } from './TermsArticle.tsx';

export interface TermsDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function TermsDialog({ isOpen, onClose }: TermsDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Terms and Conditions"
      footer={
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <TermsArticle />
    </Dialog>
  );
}
