import type { AddressRequest } from '@atrium/contract/service-api/functions/address-call';
import { NOBODY_ID } from '@atrium/contract/service-api/service-token';
import type { Caller } from '../src/host/service-token.ts';
import { Cancellation } from '../src/sandbox/cancellation.ts';
import { ann, type TestServices } from './support.ts';

/** Files of a function at an address. */
export function atAddress(
  name: string,
  http: object,
  source = 'export default () => ({ ok: true });',
  more: object = {},
): Record<string, string> {
  return {
    [`functions/${name}.js`]: source,
    [`functions/${name}.meta.js`]: `export default ${JSON.stringify({ http: { access: 'public', ...http }, ...more })};`,
  };
}

/** The caller that stands for anyone at the addresses of a domain. */
export const nobodyOf = (domainId: string): Caller => ({
  ...ann,
  userId: NOBODY_ID,
  domainId,
  roles: [],
  permissions: ['content.read', 'content.write', 'functions.invoke'],
});

/** Sends a request to the address of a function, as the platform passes it on. */
export async function askAddress(
  services: TestServices,
  domainId: string,
  request: Partial<AddressRequest> & { path: string },
  {
    body = '',
    caller,
    serviceId = 'hyper-dispatch',
  }: { body?: string; caller?: Partial<Caller>; serviceId?: string } = {},
) {
  const { addresses } = services.context.services.find((each) => each.serviceId === serviceId) ?? {};
  const url = `http://shop.example${request.path}`;
  const asked = { method: 'POST', url, headers: [], person: null, ...request };
  const nobody = { ...nobodyOf(domainId), ...caller };
  const answer = await addresses?.answer(nobody, asked, Buffer.from(body), new Cancellation());
  if (!answer) throw new Error('no such service');
  const { status, headers, isUnknown } = answer.head;
  return { status, headers: Object.fromEntries(headers), isUnknown, text: answer.body.toString() };
}
