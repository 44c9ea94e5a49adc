import { Suspense, useEffect } from 'react';
import { session } from '../api/session.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { askToLogOut, stay, useLoss } from './log-out.ts';

const SignOutDialog = lazyDialog(async () => (await import('./SignOutDialog.tsx')).SignOutDialog);

/** Dialog of `askToLogOut`, mounted while a user is signed in. */
export function SignOutQuestion() {
  const loss = useLoss();
  // The widget has a button of its own.
  useEffect(() => {
    session().askToLogOut = askToLogOut;
    // A sign-out elsewhere cancels the question.
    return stay;
  }, []);
  if (!loss) return null;
  return (
    <Suspense fallback={null}>
      <SignOutDialog drafts={loss.drafts} onClose={stay} />
    </Suspense>
  );
}
