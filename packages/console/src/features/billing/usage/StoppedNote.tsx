import { stopText } from '@atrium/contract/billing/stop-texts';
import { nameOfTarget } from '@atrium/contract/service-api/usage-target';
import { useFunctionStop } from '../../../api/use-function-stop.ts';

/** Says below the name of a function that a cap has stopped it; nothing if none has. */
export function StoppedNote({ serviceId, target }: { serviceId: string; target: string }) {
  const stop = useFunctionStop(serviceId, nameOfTarget(target));
  return stop && <span className="block text-xs text-danger">{stopText(stop)}</span>;
}
