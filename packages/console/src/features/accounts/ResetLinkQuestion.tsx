import { Suspense } from 'react';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { noteResetLink, useResetLink } from './opened-reset-link.ts';

const ResetLinkDialog = lazyDialog(async () => (await import('./ResetLinkDialog.tsx')).ResetLinkDialog);

/** Stands ready, as long as someone is signed in, for a link to choose a password that they open. */
export function ResetLinkQuestion() {
  const href = useResetLink();
  if (href === undefined) return null;
  return (
    <Suspense fallback={null}>
      <ResetLinkDialog href={href} onClose={() => noteResetLink(undefined)} />
    </Suspense>
  );
}
