import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { LoginForm } from './LoginForm.tsx';

const SingleSignOnPage = lazyPart(async () => (await import('./SingleSignOnPage.tsx')).SingleSignOnPage);

interface LoginPageProps {
  /** A token in the query signs in without the form. */
  token?: string | undefined;
  /** Offers the identity providers of a domain, too. */
  domain?: string | undefined;
}

export function LoginPage({ token, domain }: LoginPageProps) {
  if (!token) return <LoginForm domain={domain} />;
  return (
    <Suspense fallback={<Spinner />}>
      <SingleSignOnPage token={token} />
    </Suspense>
  );
}
