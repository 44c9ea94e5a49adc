import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../lib/format-date.ts';
import { madeBy } from '../../../lib/logged-user.ts';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { describeExchange } from './exchange-text.ts';
import { exchangedServiceQuery, liveVersionQuery } from './head.queries.ts';

/** Which version is live, who made it, when and why, and how far it is from git. */
export function LiveFacts({ serviceId }: { serviceId: string }) {
  const live = useQuery(liveVersionQuery(serviceId));
  const { data: exchanged } = useQuery(exchangedServiceQuery(serviceId));
  return (
    <section aria-label="Live version" className="min-h-15 min-w-0 text-sm">
      <QueryPanel query={live} skeleton={<Skeleton lines={2} />}>
        {(version) =>
          version === undefined ? (
            <p>No version is live yet.</p>
          ) : (
            <>
              <p className="wrap-anywhere">
                <b className="font-semibold">Version {version.version} is live</b>
                {version.message && `: ${version.message}`}
              </p>
              <p className="text-ink-soft">
                {madeBy(version)}, {formatDateTime(version.createdOn)}
                {exchanged && ` · ${describeExchange(exchanged)}`}
              </p>
            </>
          )
        }
      </QueryPanel>
    </section>
  );
}
