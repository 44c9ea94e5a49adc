import { paths } from '../../paths.ts';
import { Alert } from '../../ui/Alert.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { useRedirectLater } from './use-redirect-later.ts';
import { VisitorCard } from './VisitorCard.tsx';

const REDIRECT_MS = 2000;

export function ResetSuccessPage() {
  useRedirectLater(paths.login(), REDIRECT_MS);
  return (
    <VisitorCard title="Reset password" footer={<AppLink href={paths.login()}>Back to login</AppLink>}>
      <Alert kind="success">Your password was reset.</Alert>
    </VisitorCard>
  );
}
