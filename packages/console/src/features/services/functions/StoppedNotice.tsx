import { stopText } from '@atrium/contract/billing/stop-texts';
import { paths } from '../../../paths.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import { useFunctionStop } from '../../billing/public.ts';

/** Notice that a cap has stopped a function; otherwise nothing. */
export function StoppedNotice({ serviceId, name }: { serviceId: string; name: string }) {
  const stop = useFunctionStop(serviceId, name);
  if (stop === undefined) return null;
  return (
    <Alert kind="warning" title={stopText(stop)} className="mb-5">
      Calls are blocked because this month's usage reached its cap. Anyone who can pay bills can raise or
      remove it under{' '}
      <AppLink href={paths.usage({ tab: 'limits' })} className="link">
        Budgets
      </AppLink>
      .
    </Alert>
  );
}
