import type { ConfirmedFolder } from '@atrium/contract/configuration/confirmed-file';
import { filesOfFolders } from '@atrium/contract/configuration/file-ref';
import type { Services } from '../services/services.service.ts';

/** Describes an operation: `Functions: 17 files`. A removed service is named by its id. */
export async function aboutService(
  services: Pick<Services, 'get'>,
  serviceId: string,
  what: string,
): Promise<string> {
  return `${await nameOfService(services, serviceId)}: ${what}`;
}

/** The chosen files of one service, or of several. */
export async function aboutSubmit(
  services: Pick<Services, 'get'>,
  submitted: readonly { serviceId: string; folders: readonly ConfirmedFolder[] }[],
): Promise<string> {
  const chosen = submitted
    .flatMap(({ folders }) => filesOfFolders(folders))
    .filter(({ action }) => action !== 'local');
  const files = countFiles(chosen.length);
  const [first, ...others] = submitted;
  return first === undefined || others.length > 0
    ? `${submitted.length} services: ${files}`
    : aboutService(services, first.serviceId, files);
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

/** Describes the outcome of changing one service. */
export const outcomeOfChange = ({
  version,
  backupId,
}: {
  version: number;
  backupId: string | null;
}): string =>
  backupId === null ? `Nothing had to change: version ${version} stays live.` : `Version ${version} is live.`;
