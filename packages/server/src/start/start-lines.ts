import type { Config } from '../config.ts';
import type { RunningAtrium } from './start-atrium.ts';

/** What the person who started it needs first: where it is, how to sign in, where its e-mails and its data are. */
export function startLines(
  { address, mailbox, firstAdministrator }: Pick<RunningAtrium, 'address' | 'mailbox' | 'firstAdministrator'>,
  { adminPassword, dataFolder }: Pick<Config, 'adminPassword' | 'dataFolder'>,
): string[] {
  if (address === undefined) return ['Atrium runs.'];
  const lines = [`Atrium runs at ${address}`];
  if (firstAdministrator) {
    lines.push(`Administrator: ${firstAdministrator.username}`);
    lines.push(
      adminPassword === undefined
        ? `Password:      ${firstAdministrator.password}   (shown only this once)`
        : 'Password:      as set by ATRIUM_ADMIN_PASSWORD',
    );
  }
  if (mailbox !== undefined) lines.push(`E-mails:       ${mailbox}   (none is sent: SMTP_URL is not set)`);
  lines.push(`Data:          ${dataFolder}`);
  return lines;
}
