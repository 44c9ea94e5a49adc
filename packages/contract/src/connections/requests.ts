import { z } from 'zod';
import { BranchName } from '../configuration/git-request.ts';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';

/** A pull or merge request at the git host of a connection. */
export const HostRequest = z.object({
  number: z.int(),
  /** Its page at the git host. */
  url: z.string(),
});
export type HostRequest = z.infer<typeof HostRequest>;

/** Returns the request between both branches if it is open already. The token of the connection needs the permission at the host. */
export const openRequest = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/connections/{id}/requests',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  isLasting: true,
  tag: 'configuration',
  summary: 'Open a pull or merge request from a branch into the branch of a connected repository',
  params: IdParams,
  body: z.object({
    branch: BranchName,
    title: z.string().trim().min(1, 'Enter a title.').max(255, 'Use at most 255 characters.'),
  }),
  response: HostRequest,
  errors: ['notFound', 'unprocessable'],
  callsPerMinute: 30,
});
