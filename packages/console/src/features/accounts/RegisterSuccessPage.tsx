import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { VisitorCard } from './VisitorCard.tsx';

export function RegisterSuccessPage({ email }: { email?: string | undefined }) {
  return (
    <VisitorCard title="Registration succeeded">
      <p>
        You have been registered. Please verify your e-mail address{' '}
        {email && <strong className="break-words">{email}</strong>}: open the link in the mail we have just
        sent there.
      </p>
      <p className="mt-5">
        <AppLink href={paths.login()} className={buttonClass('primary')}>
          Back to login
        </AppLink>
      </p>
    </VisitorCard>
  );
}
