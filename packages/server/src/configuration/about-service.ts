import type { Services } from '../services/services.service.ts';

/** What work is about, in words: `Hyper Dispatch: 17 files`. A service that is gone is called by its id. */
export async function aboutService(
  services: Pick<Services, 'get'>,
  serviceId: string,
  what: string,
): Promise<string> {
  return `${await nameOfService(services, serviceId)}: ${what}`;
}

export function nameOfService(services: Pick<Services, 'get'>, serviceId: string): Promise<string> {
  return services.get(serviceId).then(
    ({ name }) => name,
    () => serviceId,
  );
}

/** `1 file`, `1,000 files` */
export const countFiles = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'file' : 'files'}`;

/** What a change of one service came to. */
export const outcomeOfChange = ({
  version,
  backupId,
}: {
  version: number;
  backupId: string | null;
}): string =>
  backupId === null ? `Nothing had to change: version ${version} stays live.` : `Version ${version} is live.`;
