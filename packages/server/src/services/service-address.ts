import { ValidationError } from '@atrium/host/errors';

/** The address in its one spelling. Only these addresses are ever called by the proxy and by the client. */
export function checkAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ValidationError(`"${address}" is not an address of a service: it must start with http(s)://.`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ValidationError("A service's address must not contain a user, password, query or fragment.");
  }
  return url.href.replace(/\/+$/, '');
}
