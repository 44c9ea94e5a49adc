import type { ConfiguredService } from '@atrium/contract/configuration/configured-services';
import { formatDateTime } from '../../lib/format-date.ts';
import { madeBy } from '../../lib/logged-user.ts';
import { timeAgo } from '../../lib/time-ago.ts';
import { describeLive } from './describe-live.ts';

interface LiveServicesProps {
  services: readonly ConfiguredService[];
  now: Date;
}

/** What is live in each service, and who changed it last. */
export function LiveServices({ services, now }: LiveServicesProps) {
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {services.map((service) => (
        <li key={service.serviceId} className="wrap-anywhere">
          {describeLive(service)}
          {service.lastChange && (
            <span className="block text-xs text-ink-soft">
              Changed{' '}
              <time dateTime={service.lastChange.on} title={formatDateTime(service.lastChange.on)}>
                {timeAgo(service.lastChange.on, now)}
              </time>{' '}
              by {madeBy(service.lastChange)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
