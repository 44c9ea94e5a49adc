import { Dialog } from '../../../ui/Dialog.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';

interface LoadingPanelProps {
  title: string;
  label: string;
  onClose: () => void;
}

/** In place of the panes, until there is something to show in them. */
export function LoadingPanel({ title, label, onClose }: LoadingPanelProps) {
  return (
    <Dialog isOpen size="full" title={title} onClose={onClose}>
      <Spinner label={label} isLabelShown />
    </Dialog>
  );
}
