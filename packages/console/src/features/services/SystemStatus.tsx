import { classNames } from '../../ui/class-names.ts';
import { failedParts, isDegraded } from './service-health.ts';
import { useServicesHealth } from './use-services-health.ts';

/** A dot that shows whether all services are up, and opens their status. */
export function SystemStatus({ onOpen }: { onOpen: () => void }) {
  const { states, error, isChecking } = useServicesHealth();
  const failedCount = states.filter(({ health }) => health && failedParts(health).length > 0).length;
  const hasDegraded = states.some(({ health }) => health && isDegraded(health));
  const [text, color] =
    failedCount > 0
      ? [failedCount === 1 ? '1 service is down' : `${failedCount} services are down`, 'bg-danger']
      : hasDegraded
        ? ['some services are degraded', 'bg-warn']
        : error || isChecking
          ? ['not known yet', 'bg-line-strong']
          : ['all services are up', 'bg-ok'];
  return (
    <button
      type="button"
      title={`System status: ${text}`}
      aria-label={`System status: ${text}`}
      className="flex size-6 items-center justify-center rounded-full hover:bg-sunken"
      onClick={onOpen}
    >
      <span aria-hidden className={classNames('size-2.5 rounded-full', color)} />
    </button>
  );
}
