import { Suspense, useEffect } from 'react';
import { answerIdentityQuestion, useIdentityQuestion } from '../../api/identity-question.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const ConfirmIdentityDialog = lazyDialog(
  async () => (await import('./ConfirmIdentityDialog.tsx')).ConfirmIdentityDialog,
);

/** Stands ready, as long as someone is signed in, for calls that need the person to prove who they are. */
export function IdentityQuestion() {
  const isAsked = useIdentityQuestion();
  // Whoever signs out has answered.
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
