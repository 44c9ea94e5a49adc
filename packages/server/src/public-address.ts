import { isEverywhere, isLoopback } from '@atrium/host/http/connections/address';
import { StartError } from '@atrium/host/start-error';

/** An address that others reach has a proxy in front of it: a few of its questions whether we are ready. */
const DRAIN_MS = 5_000;

export function defaultDrainMs(publicUrl: string | undefined): number {
  return isPublished(publicUrl) ? DRAIN_MS : 0;
}

interface PublicSettings {
  ATRIUM_PUBLIC_URL?: string | undefined;
  ATRIUM_ROLES: readonly string[];
  SMTP_URL?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  ATRIUM_TEST_PAYMENTS: boolean;
}

/** Checks the console's address: it must be set, and more is required if others can reach it. */
export function checkPublicUrl(settings: PublicSettings): void {
  const { ATRIUM_PUBLIC_URL: publicUrl, ATRIUM_ROLES: roles } = settings;
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
  // Services send no e-mails, and take no payments.
  if (roles.every((role) => role === 'services')) return;
  if (settings.SMTP_URL === undefined) {
    throw new StartError(
      `${reached} e-mails must be sent to them and cannot be shown on a page; set SMTP_URL to the mail server.`,
    );
  }
  if (settings.STRIPE_SECRET_KEY === undefined && !settings.ATRIUM_TEST_PAYMENTS) {
    throw new StartError(
      `${reached} test cards must not pay their invoices; set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, or ATRIUM_TEST_PAYMENTS=true if no one is to pay here.`,
    );
  }
}

/** Whether others than this machine reach the console. */
export function isPublished(publicUrl: string | undefined): publicUrl is string {
  return publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname);
}

/** Host in an address for connections from this machine. */
export function ownHost(host: string): string {
  if (isEverywhere(host)) return '127.0.0.1';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
