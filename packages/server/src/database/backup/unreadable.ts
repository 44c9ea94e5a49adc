import { userInfo } from 'node:os';
import { StartError } from '@atrium/host/start-error';

/** An unreadable file is not a missing one: it was probably copied by another account. */
export class UnreadableBackupError extends StartError {}

/** For what may be absent: returns if it is. Throws one sentence if it is there, as far as anyone can tell, and cannot be read. */
export function refuseUnreadable(folder: string, error: unknown): void {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return;
  const account = accountName();
  throw new UnreadableBackupError(
    `${folder} cannot be read by the account ${account} (${code ?? String(error)}). If another account has copied it here: chown -R ${account} ${folder}`,
    { cause: error },
  );
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's account may have a number only.
    return String(process.getuid?.());
  }
}
