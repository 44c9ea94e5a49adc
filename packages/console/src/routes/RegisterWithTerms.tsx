import { Suspense } from 'react';
import { RegisterPage } from '../features/accounts/RegisterPage.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';

const TermsDialog = lazyDialog(
  async () => (await import('../features/articles/TermsDialog.tsx')).TermsDialog,
);

/** The registration form opens the terms, which belong to the articles. */
export function RegisterWithTerms() {
  return (
    <RegisterPage
      renderTerms={(isOpen, onClose) => (
        <Suspense fallback={null}>
          <TermsDialog isOpen={isOpen} onClose={onClose} />
        </Suspense>
      )}
    />
  );
}
