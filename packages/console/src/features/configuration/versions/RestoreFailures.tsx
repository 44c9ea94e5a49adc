import type { ImportedService } from '@atrium/contract/configuration/import';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { UNKNOWN_RETURN } from '../live-change/submit-failure.ts';
import { TestedReturnLink } from './TestedReturnLink.tsx';

interface RestoreFailuresProps {
  /** Result per service. */
  services: readonly ImportedService[];
  onClose: () => void;
}

/** Result per service after a restore failed for some services, with the next steps. */
export function RestoreFailures({ services, onClose }: RestoreFailuresProps) {
  const failed = services.filter(({ status }) => status === 'ERROR');
  const summary = `${failed.length} of ${services.length} services of the import could not be restored.`;
  return (
    <ErrorDialog
      error={failed.length > 0 ? summary : null}
      title="Not everything was restored"
      onClose={onClose}
    >
      <dl className="mt-3 flex flex-col gap-3">
        {services.map((service) => (
          <div key={service.serviceId}>
            <dt className="font-semibold">{service.serviceName}</dt>
            <dd className="wrap-anywhere">
              {outcomeOf(service)}
              <TestedReturnLink isDemanded={service.needsPassedRun === true} serviceId={service.serviceId} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3">
        Restored services stay restored. Fix the reason, then choose <strong>Restore service</strong> for each
        of the others.
      </p>
    </ErrorDialog>
  );
}

function outcomeOf({ status, version, error, isOutcomeUnknown }: ImportedService): string {
  if (status === 'OK') return `Restored: version ${version} is live.`;
  const reason = error?.localizedMessage ?? 'No message available';
  return isOutcomeUnknown ? `${UNKNOWN_RETURN} ${reason}` : reason;
}
