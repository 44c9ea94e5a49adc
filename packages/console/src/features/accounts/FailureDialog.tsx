import { lazy, Suspense } from 'react';

// Dialogs are most of what a page for visitors would weigh, and most visitors never see one.
const ErrorDialog = lazy(async () => ({ default: (await import('../../ui/ErrorDialog.tsx')).ErrorDialog }));

interface FailureDialogProps {
  title: string;
  error: unknown;
  onClose: () => void;
}

/** The error dialog, loaded with the first failure. */
export function FailureDialog({ title, error, onClose }: FailureDialogProps) {
  if (error === null || error === undefined) return null;
  return (
    <Suspense fallback={null}>
      <ErrorDialog title={title} error={error} onClose={onClose} />
    </Suspense>
  );
}
