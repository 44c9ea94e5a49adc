import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { MailPlace } from './MailPlace.tsx';
import { VisitorCard } from './VisitorCard.tsx';

export function RegisterSuccessPage({ email }: { email?: string | undefined }) {
  return (
    <VisitorCard title="Check your inbox">
      <p>
        Registration succeeded. To verify your e-mail address
        {email && (
          <>
            {' '}
            <strong className="break-words">{email}</strong>
          </>
        )}
        , open the link in the e-mail we just sent there.
      </p>
      <MailPlace>
        It arrives within a minute or two. If not, look in your spam folder, or try to sign in: you can have
        it sent again there.
      </MailPlace>
      <p className="mt-5">
        <AppLink href={paths.login()} className={buttonClass()}>
          Back to login
        </AppLink>
      </p>
    </VisitorCard>
  );
}
