import type { Service } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { PullLink } from '../../../layout/PullLink.tsx';
import { useAddressed } from '../../../layout/use-addressed.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { madeBy } from '../../../lib/logged-user.ts';
import { Button } from '../../../ui/Button.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ServiceState } from '../ServiceState.tsx';
import { describeExchange } from './exchange-text.ts';
import { HealthStrip } from './HealthStrip.tsx';
import { exchangedServiceQuery, liveVersionQuery } from './head.queries.ts';

/** Health of a service, its history, the live version and links to git; only its state where it is short. */
export function ServiceHead({ service, isShort = false }: { service: Service; isShort?: boolean }) {
  const [, openDialog] = useAddressed('dialog');
  const mayExchange = mayDo(useAuth(), 'configuration.exchange');
  return (
    <>
      <PageHeader
        title={service.name}
        description={<ServiceState service={service} />}
        actions={
          mayExchange && (
            <>
              <PullLink />
              <Button onClick={() => openDialog('git-push')}>Push to git</Button>
            </>
          )
        }
      />
      {!isShort && (
        <div className="-mt-3 mb-3 grid items-start gap-x-8 gap-y-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
          <LiveFacts serviceId={service.id} />
          <HealthStrip serviceId={service.id} />
        </div>
      )}
    </>
  );
}

/** Live version with author, time and message, and its distance from git. */
function LiveFacts({ serviceId }: { serviceId: string }) {
  const live = useQuery(liveVersionQuery(serviceId));
  const { data: exchanged } = useQuery(exchangedServiceQuery(serviceId));
  return (
    <section aria-label="Live version" className="min-h-9 min-w-0 text-sm lg:py-2">
      <QueryPanel query={live} skeleton={<Skeleton lines={1} />}>
        {(version) =>
          version === undefined ? (
            <p>No version is live yet.</p>
          ) : (
            <p className="wrap-anywhere">
              <b className="font-semibold">Version {version.version} is live</b>
              {version.message && `: ${version.message}`}
              <span className="text-ink-soft">
                {` · ${madeBy(version)}, ${formatDateTime(version.createdOn)}`}
                {exchanged && ` · ${describeExchange(exchanged)}`}
              </span>
            </p>
          )
        }
      </QueryPanel>
    </section>
  );
}
