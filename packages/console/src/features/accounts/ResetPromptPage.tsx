import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { MailPlace } from './MailPlace.tsx';
import { VisitorCard } from './VisitorCard.tsx';

export function ResetPromptPage({ email }: { email?: string | undefined }) {
  return (
    <VisitorCard title="Reset password" footer={<AppLink href={paths.login()}>Back to login</AppLink>}>
      <p>Check your email {email && <strong className="break-words">{email}</strong>} for reset link</p>
      <MailPlace>
        The link works once, within one hour. No e-mail? Check your spam folder, or{' '}
        <AppLink href={paths.sendReset()}>request another link</AppLink>.
      </MailPlace>
    </VisitorCard>
  );
}
