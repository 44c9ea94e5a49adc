import { listServices } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';

/** Leads to the versions of the other services: the menu leads to those of one. */
export function OtherVersions({ serviceId }: { serviceId: string }) {
  const { data } = useQuery(endpointQuery(listServices, {}));
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {data?.services
        .filter(({ id }) => id !== serviceId)
        .map(({ id, name }) => (
          <AppLink key={id} href={paths.service(id, { tab: 'versions' })} className="link">
            Versions of {name}
          </AppLink>
        ))}
    </span>
  );
}
