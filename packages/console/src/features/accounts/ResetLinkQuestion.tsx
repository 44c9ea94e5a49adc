import { Suspense, useState } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { answerResetLink, findOpenedResetLink } from './opened-reset-link.ts';

const ResetLinkDialog = lazyDialog(async () => (await import('./ResetLinkDialog.tsx')).ResetLinkDialog);

/** Confirms a password link that was opened in the console, once the user is signed in. */
export function ResetLinkQuestion() {
  const [href, setHref] = useState(findOpenedResetLink);
  if (href === undefined) return null;
  const close = () => {
    answerResetLink();
    setHref(undefined);
  };
  return (
    <Suspense fallback={null}>
      <ResetLinkDialog href={href} onClose={close} />
    </Suspense>
  );
}
