import { Suspense } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';

const SideBySide = lazyPart(async () => (await import('./SideBySide.tsx')).default);

interface TextCompareDialogProps {
  title: string;
  /** Null where the side does not exist. */
  left: string | null;
  right: string | null;
  leftLabel: string;
  rightLabel: string;
  /** Chooses the language: `x.json`, `x.js`. */
  name: string;
  onClose: () => void;
}

/** Two texts side by side. */
export function TextCompareDialog({ title, onClose, ...sides }: TextCompareDialogProps) {
  return (
    <Dialog
      isOpen
      size="full"
      title={title}
      onClose={onClose}
      bodyClassName="!p-0 flex flex-col"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Suspense fallback={<Spinner className="m-4" label="Loading the viewer …" isLabelShown />}>
        <SideBySide {...sides} />
      </Suspense>
    </Dialog>
  );
}
