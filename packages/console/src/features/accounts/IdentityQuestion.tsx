import { Suspense, useEffect } from 'react';
import { answerIdentityQuestion, useIdentityQuestion } from '../../api/identity-question.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const ConfirmIdentityDialog = lazyDialog(
  async () => (await import('./ConfirmIdentityDialog.tsx')).ConfirmIdentityDialog,
);

/** Opens the identity confirmation for calls that require it, while a user is signed in. */
export function IdentityQuestion() {
  const isAsked = useIdentityQuestion();
  // Signing out cancels the confirmation.
  useEffect(() => () => answerIdentityQuestion(false), []);
  if (!isAsked) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmIdentityDialog
        onConfirmed={() => answerIdentityQuestion(true)}
        onClose={() => answerIdentityQuestion(false)}
      />
    </Suspense>
  );
}
