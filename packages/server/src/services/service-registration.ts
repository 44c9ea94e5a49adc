import { getServiceHealth, getServiceUiHealth } from '@atrium/contract/service-api/health';
import { getRegistration } from '@atrium/contract/service-api/registration';
import type { Build } from '@atrium/contract/services/service';
import type { RegisteredService } from './service.repository.ts';
import { createServiceClient } from './service-client.ts';

/** Options of a registration. */
export interface RegistrationOptions {
  isShipped?: boolean;
  isTrusted?: boolean;
  /** It takes the place of the one that has its id at another address. */
  isReplacement?: boolean;
  /** Key with which the service signs in from now on; left out, its key stays. */
  publicKey?: string;
}

const TIMEOUT_MS = 10_000;

/** Asks the service at an address for its name and its build. It must answer to become part of the platform. */
export async function readRegistration(
  address: string,
): Promise<Omit<RegisteredService, 'address' | 'isShipped' | 'isTrusted'>> {
  const service = { id: '', name: `The service at ${address}`, address };
  const client = createServiceClient(
    async () => service,
    async () => undefined,
  );
  const options = { timeoutMs: TIMEOUT_MS };
  const { id, name, group, hasUi } = await client.call('', getRegistration, {}, options);
  const be = await client.call('', getServiceHealth, {}, options);
  const fe = hasUi ? await client.call('', getServiceUiHealth, {}, options) : null;
  return { id, name, group, hasUi, info: { fe: fe && toBuild(fe), be: toBuild(be) } };
}

function toBuild({ tag, commit, build_date }: Build): Build {
  return { tag, commit, build_date };
}
