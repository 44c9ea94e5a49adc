import type { HealthResult } from '@atrium/contract/service-api/health';
import type { Build } from '@atrium/contract/services/service';
import { formatDateTime } from '../../lib/format-date.ts';

/** Version that the part reports now, or its last reported one if it doesn't respond. */
export function versionOf(health: HealthResult | undefined, last: Build | null): Build | null {
  return health?.tag || health?.commit ? health : last;
}

/** The build of a service, as far as the service reports it. */
export function Version({ build }: { build: Build | null }) {
  if (!build?.tag && !build?.commit) return 'N/A';
  return (
    <>
      {build.tag ?? ''}
      {build.commit && (
        <code className="block font-mono text-xs text-ink-soft">{build.commit.slice(0, 12)}</code>
      )}
      {build.build_date && (
        <span className="block text-xs text-ink-soft">{formatDateTime(build.build_date)}</span>
      )}
    </>
  );
}
