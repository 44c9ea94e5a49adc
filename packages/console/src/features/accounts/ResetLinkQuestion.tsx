import { Suspense, useState } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { answerResetLink, findOpenedResetLink } from './opened-reset-link.ts';

const ResetLinkDialog = lazyDialog(async () => (await import('./ResetLinkDialog.tsx')).ResetLinkDialog);

/** Asks, as soon as someone is signed in, about the link to choose a password with which they opened the console. */
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
