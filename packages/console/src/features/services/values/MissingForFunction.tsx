import { useQuery } from '@tanstack/react-query';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { paths } from '../../../paths.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import type { Use } from './UsedBy.tsx';
import { hasSharedStore, hostsQuery, valuesQuery } from './value.queries.ts';

interface MissingForFunctionProps {
  serviceId: string;
  name: string;
}

/** Notice of secrets, variables and hosts that a function declares and cannot use yet; otherwise nothing. */
export function MissingForFunction({ serviceId, name }: MissingForFunctionProps) {
  const auth = useAuth();
  const enabled = hasSharedStore(serviceId) && mayDo(auth, 'configuration.read');
  const values = useQuery({ ...valuesQuery(serviceId), enabled });
  const hosts = useQuery({ ...hostsQuery(serviceId), enabled });
  const isUsed = ({ usedBy }: { usedBy: readonly Use[] }) =>
    usedBy.some((use) => use.serviceId === serviceId && use.function === name);
  const missing = [
    ...(values.data?.content ?? [])
      .filter((value) => !value.isSet && isUsed(value))
      .map((value) => `The ${value.kind} ${value.name} is not set.`),
    ...(hosts.data?.content ?? [])
      .filter((host) => !host.isAllowed && isUsed(host))
      .map(({ host }) => `The host ${host} is not allowed.`),
  ];
  if (missing.length === 0) return null;
  return (
    <Alert kind="warning" title={missing.join(' ')} className="mb-5">
      The function fails where it needs it.{' '}
      <AppLink href={paths.service(serviceId, { tab: 'secrets' })} className="link">
        Secrets & variables
      </AppLink>
    </Alert>
  );
}
