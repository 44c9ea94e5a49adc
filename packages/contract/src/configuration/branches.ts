import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { GitRefusal } from './git-failure.ts';
import { GitRequest } from './git-request.ts';

/** The branches and tags of a remote repository. */
export const listBranches = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/branches/list',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  tag: 'configuration',
  summary: 'List the branches and tags of a remote git repository',
  body: GitRequest,
  response: z.object({
    /** The first ones of many; the others can be pulled and pushed to as well. */
    branches: z.array(z.string()),
    /** Null for an empty repository, or one whose HEAD names no branch. */
    defaultBranch: z.string().nullable(),
    /** Tags that no branch is named like; they can be pulled in the place of a branch. */
    tags: z.array(z.string()),
  }),
  errors: ['unprocessable'],
  details: { unprocessable: GitRefusal },
  callsPerMinute: 60,
});
