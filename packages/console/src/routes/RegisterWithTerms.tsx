import { lazy, Suspense } from 'react';
import { RegisterPage } from '../features/accounts/RegisterPage.tsx';

const TermsDialog = lazy(async () => ({
  default: (await import('../features/articles/TermsDialog.tsx')).TermsDialog,
}));

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
