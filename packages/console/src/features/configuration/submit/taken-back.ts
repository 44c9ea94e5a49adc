import type { NewerExchange } from '@atrium/contract/configuration/bases';
import { formatDateTime } from '../../../lib/format-date.ts';
import type { ReasonedChange } from '../live-change/NamedList.tsx';
import type { ServiceToSubmit } from './service-submit.ts';

/** A service of a pull; `newer` where a later state of the branch is its base. */
export interface ComparedPull {
  readonly serviceName: string;
  readonly newer: NewerExchange | undefined;
}

export const comparedPull = ({ diff: { service, newer } }: ServiceToSubmit): ComparedPull => ({
  serviceName: service.serviceName,
  newer,
});

/** The newer commits that submitting the services would take back, named. */
export function takenBackBy(services: readonly ComparedPull[]): ReasonedChange[] {
  return services.flatMap(({ serviceName, newer }) => {
    if (newer === undefined) return [];
    const { commitSha, direction, user, exchangedOn } = newer;
    const who = user === '' ? '' : ` by ${user}`;
    const did = direction === 'PULL' ? 'submitted' : 'pushed';
    return {
      serviceName,
      path: `Commit ${commitSha.slice(0, 10)}`,
      reason: `${did}${who} on ${formatDateTime(exchangedOn)}`,
    };
  });
}
