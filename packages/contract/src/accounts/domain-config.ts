import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** Request header with the host name of the browser's window. */
export const WINDOW_HOST_HEADER = 'x-window-host';

/** Settings of the domain that a host name belongs to; an unknown host gets the default domain's. */
export const DomainConfig = z.object({
  /** Name of the domain. */
  domain: z.string(),
  /** Default destination after single sign-on. */
  defaultPath: z.string(),
});
export type DomainConfig = z.infer<typeof DomainConfig>;

export const getDomainConfig = defineEndpoint({
  method: 'GET',
  path: '/console/v1/public/domain/config',
  access: 'PUBLIC',
  tag: 'accounts',
  summary: 'Get the settings of the domain whose host name is in X-Window-Host',
  response: DomainConfig,
});
