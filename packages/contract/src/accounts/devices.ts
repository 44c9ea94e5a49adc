import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';

/** A browser that has signed in to the account, and is known by its cookie when it does so again. */
export const KnownDevice = z.object({
  id: z.string(),
  /** 'Firefox on Linux'; empty for one that last signed in before this was noted. */
  browser: z.string(),
  /** Address of its latest sign-in. */
  address: z.string(),
  firstUsedOn: z.iso.datetime(),
  lastUsedOn: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type KnownDevice = z.infer<typeof KnownDevice>;

export const listDevices = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/devices',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary: 'List the devices that the account knows, latest sign-in first',
  response: z.array(KnownDevice),
});

export const forgetDevice = defineEndpoint({
  method: 'DELETE',
  path: '/auth/v1/devices/{id}',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary: 'Forget a device and end its sessions; the next sign-in there counts as one on a new device',
  needsConfirmation: true,
  params: IdParams,
  errors: ['notFound'],
});
