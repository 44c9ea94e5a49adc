import type { Candidates } from '../../configuration/candidate/candidate.service.ts';
import type { Returns } from '../../configuration/return/return.service.ts';

/** Areas that refer to runs, and lose their data of a run when it is deleted. */
export interface RunReferrers {
  candidates: Pick<Candidates, 'listCoveringRunIds'>;
  returns: Pick<Returns, 'listReturningRunIds'>;
}

/** Runs of a domain that cover a submit, or whose submit is being returned. */
export async function listReferredRunIds(
  { candidates, returns }: RunReferrers,
  domainId: string,
): Promise<string[]> {
  return [
    ...(await candidates.listCoveringRunIds(domainId)),
    ...(await returns.listReturningRunIds(domainId)),
  ];
}
