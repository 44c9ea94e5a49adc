import { lazy, Suspense } from 'react';

// Dialogs weigh more than many a page, and most people never see this one.
const OpenErrorDialog = lazy(async () => ({
  default: (await import('./OpenErrorDialog.tsx')).OpenErrorDialog,
}));

interface ErrorDialogProps {
  /** Open while there is one. */
  error: unknown;
  title?: string;
  onClose: () => void;
}

/** The generic error dialog, loaded with the first error. */
export function ErrorDialog({ error, title = 'Error', onClose }: ErrorDialogProps) {
  if (error === null || error === undefined) return null;
  return (
    <Suspense fallback={null}>
      <OpenErrorDialog error={error} title={title} onClose={onClose} />
    </Suspense>
  );
}
