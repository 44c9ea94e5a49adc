import { accessSync, constants, mkdirSync } from 'node:fs';
import { StartError } from '@atrium/host/start-error';

/** Makes the data folder. PostgreSQL's account must be able to pass through it, but not to look around. */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}); make it writable for this account, or choose another with ATRIUM_DATA.`,
    );
  }
}
