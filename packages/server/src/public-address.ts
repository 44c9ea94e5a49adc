import { isLoopback } from '@atrium/host/http/address';
import { StartError } from '@atrium/host/start-error';

/** An address that others reach has a proxy in front of it: a few of its questions whether we are ready. */
const DRAIN_MS = 5_000;

export function defaultDrainMs(publicUrl: string | undefined): number {
  return isPublished(publicUrl) ? DRAIN_MS : 0;
}

/** What the address of the console needs: it must be known, and more if others can reach it. */
export function checkPublicUrl(
  publicUrl: string | undefined,
  roles: readonly string[],
  smtpUrl: string | undefined,
): void {
  if (publicUrl === undefined && !roles.includes('web')) {
    throw new StartError(
      `ATRIUM_ROLES=${roles.join(',')} runs without web, so it cannot know where the console is; set ATRIUM_PUBLIC_URL to the address at which people and services reach it.`,
    );
  }
  if (!isPublished(publicUrl)) return;
  const reached = `ATRIUM_PUBLIC_URL=${publicUrl} can be reached by others, so`;
  if (new URL(publicUrl).protocol !== 'https:') {
    throw new StartError(
      `${reached} it must be https: browsers keep no one signed in without. Put a proxy with a certificate in front.`,
    );
  }
  // Services send no e-mails.
  if (smtpUrl === undefined && roles.some((role) => role !== 'services')) {
    throw new StartError(
      `${reached} e-mails must be sent to them and cannot be shown on a page; set SMTP_URL to the mail server.`,
    );
  }
}

/** Whether others than this machine reach the console. */
export function isPublished(publicUrl: string | undefined): publicUrl is string {
  return publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname);
}
