import { LoginForm } from './LoginForm.tsx';
import { SingleSignOnPage } from './SingleSignOnPage.tsx';

interface LoginPageProps {
  /** A token in the query signs in without the form. */
  token?: string | undefined;
}

export function LoginPage({ token }: LoginPageProps) {
  return token ? <SingleSignOnPage token={token} /> : <LoginForm />;
}
