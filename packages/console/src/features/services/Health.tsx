import type { HealthResult } from '@atrium/contract/service-api/health';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Spinner } from '../../ui/Spinner.tsx';

const tones: Record<HealthResult['status'], BadgeTone> = {
  UP: 'ok',
  DOWN: 'danger',
  DEGRADED: 'warn',
  'N/A': 'neutral',
};

/** Health of a service in words and color; a spinner until it responds. */
export function Health({ health }: { health: HealthResult | undefined }) {
  if (!health) return <Spinner label="Checking" size={16} />;
  return (
    <>
      <Badge tone={tones[health.status]}>{health.status}</Badge>
      {health.problems?.map((problem) => (
        <span key={problem} className="mt-1 block text-xs text-ink-soft">
          {problem}
        </span>
      ))}
    </>
  );
}
