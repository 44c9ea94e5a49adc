import type { Pull } from '@atrium/contract/configuration/pull';
import type { CandidateChanges } from '../../../api/use-candidate.ts';
import { confirmedService } from './confirm-payload.ts';
import { type Choices, choicesOf } from './diff-choices.ts';
import type { ServiceToSubmit } from './service-submit.ts';

/** What would be sent to submit the services, to test it before. */
export function candidateChanges(
  pull: Pull,
  choices: Choices,
  services: readonly ServiceToSubmit[],
): CandidateChanges {
  return services.map(({ diff }) => ({
    kind: 'pull',
    ...confirmedService(
      pull.uuid,
      diff,
      diff.local?.version ?? 0,
      choicesOf(choices, diff.service.serviceId),
    ),
  }));
}
