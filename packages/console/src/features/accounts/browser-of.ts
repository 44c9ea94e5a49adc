import type { KnownDevice } from '@atrium/contract/accounts/devices';

export function browserOf({ browser }: KnownDevice): string {
  return browser === '' ? 'Unknown browser' : browser;
}
