import { Badge } from '../../ui/Badge.tsx';
import { Collapsible } from '../../ui/Collapsible.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { failedParts, isDegraded } from './service-health.ts';
import { type ServiceState, useServicesHealth } from './use-services-health.ts';

/** The dashboard's 'Services status': lists only failed services. */
export function ServicesStatus() {
  const { states, error, isChecking, checkAgain } = useServicesHealth();
  const failed = states.filter(({ health }) => health && failedParts(health).length > 0);
  const hasDegraded = states.some(({ health }) => health && isDegraded(health));
  return (
    <section aria-label="Services status" className="rounded-panel border border-line bg-surface px-3 py-1">
      <Collapsible
        level={2}
        isInitiallyOpen
        title="Services status"
        aside={
          failed.length > 0 ? (
            <Badge tone="danger">{failed.length} down</Badge>
          ) : isChecking || error ? null : (
            <Badge tone={hasDegraded ? 'warn' : 'ok'}>{hasDegraded ? 'DEGRADED' : 'UP'}</Badge>
          )
        }
      >
        <div className="-mt-1 px-1 pb-2 text-sm" aria-live="polite">
          {error && <ErrorAlert error={error} onRetry={checkAgain} />}
          {isChecking && (
            // Same height as the text that replaces it.
            <div className="flex">
              <Spinner label="Checking services ..." isLabelShown size={18} />
            </div>
          )}
          {!isChecking && !error && failed.length === 0 && (
            <p className="text-ink-soft">
              {hasDegraded ? 'All services are running, but some are degraded.' : 'All services are up.'}
            </p>
          )}
          <FailedServices failed={failed} />
        </div>
      </Collapsible>
    </section>
  );
}

function FailedServices({ failed }: { failed: ServiceState[] }) {
  if (failed.length === 0) return null;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {failed.map(({ service, health }) => (
        <li key={service.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <span className="min-w-0 font-medium break-words">{service.name}</span>
          <span className="flex flex-wrap gap-2">
            {health &&
              failedParts(health).map((text) => (
                <Badge key={text} tone="danger">
                  {text}
                </Badge>
              ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
