import type { Context } from '../context.ts';
import { isPlain } from '../plain-address.ts';

/** Services that were registered before such addresses were refused go on, and are named. */
export async function warnOfPlainServices({ config, services, log }: Context): Promise<void> {
  if (config.trustsNetwork) return;
  for (const { id, isShipped, address } of await services.listRegistered()) {
    if (isShipped || address === undefined || !isPlain(address)) continue;
    log.warn(
      { serviceId: id },
      `The service at ${address} is called on another machine without encryption: register it at an https address, or set ATRIUM_TRUSTED_NETWORK=true.`,
    );
  }
}
