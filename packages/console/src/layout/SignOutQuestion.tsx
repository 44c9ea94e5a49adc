import { Suspense } from 'react';
import { lazyDialog } from '../ui/lazy-part.tsx';
import { stay, useLoss } from './log-out.ts';

const SignOutDialog = lazyDialog(async () => (await import('./SignOutDialog.tsx')).SignOutDialog);

/** Stands ready, as long as someone is signed in, for `askToLogOut`. */
export function SignOutQuestion() {
  const loss = useLoss();
  if (!loss) return null;
  return (
    <Suspense fallback={null}>
      <SignOutDialog drafts={loss.drafts} onClose={stay} />
    </Suspense>
  );
}
