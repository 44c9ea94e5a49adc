import type { Service } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { Health } from './Health.tsx';
import { serviceHealthQuery } from './service.queries.ts';
import { Version, versionOf } from './Version.tsx';

/** Health of a service and its running build. */
export function ServiceState({ service }: { service: Service }) {
  const { data: health } = useQuery(serviceHealthQuery(service));
  return (
    <span className="flex flex-wrap items-center gap-3">
      <Health health={health?.be ?? undefined} />
      <Version build={versionOf(health?.be ?? undefined, service.info.be)} />
    </span>
  );
}
