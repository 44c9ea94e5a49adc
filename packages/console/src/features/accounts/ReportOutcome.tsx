import { type ReportedSignIn, usedProviderText } from '@atrium/contract/accounts/sign-in-report';
import { Alert } from '../../ui/Alert.tsx';

const nextSteps: Record<ReportedSignIn['wayBack'], string> = {
  link: 'We sent a link to choose a new password to your e-mail address. Until you choose one, your password does not work.',
  provider:
    'You sign in with the identity provider of your domain. Change your password there, and tell whoever looks after it.',
  administrator:
    'Your password no longer works. Another account now uses your e-mail address, so we could not send you a link to choose a new one. Contact an administrator of this platform.',
};

/** Effects of a report, and the checks left to its user. */
export function ReportOutcome({ reported }: { reported: ReportedSignIn }) {
  const { removedProviders, removedInvitations, suspendedUsers, otherChanges, leftOutChanges, via } =
    reported;
  return (
    <>
      <Alert kind="success">{nextSteps[reported.wayBack]}</Alert>
      {via !== undefined && reported.wayBack !== 'provider' && (
        <p className="mt-4">{usedProviderText(via)}</p>
      )}
      <Names title="Removed identity providers that your account had added since:" names={removedProviders} />
      <Names title="Removed invitations that your account had sent since:" names={removedInvitations} />
      <Names
        title="These people joined in one of these ways, and have no roles until someone gives them new ones:"
        names={suspendedUsers}
      />
      <Names
        title="Your account also made these changes since, which are still in effect. Check whether you made them:"
        names={otherChanges}
      />
      {leftOutChanges !== undefined && (
        <p className="mt-1">And {leftOutChanges} more. See the log of your domain after you sign in.</p>
      )}
    </>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div className="mt-4">
      <p>{title}</p>
      <ul className="mt-1 list-disc pl-5">
        {names.map((name) => (
          <li key={name} className="wrap-anywhere">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
