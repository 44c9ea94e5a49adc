import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { PERMISSIONS } from '@atrium/contract/permissions';
import { UsageBatch } from '@atrium/contract/service-api/functions/usage';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** Platform as far as a service needs it: public keys, and an endpoint that accepts usage. */
export async function startPlatform(port) {
  const keys = await generateKeyPair('EdDSA');
  const stranger = await generateKeyPair('EdDSA');
  const kid = `conformance-${randomUUID()}`;
  const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid, alg: 'EdDSA', use: 'sig' }] };
  /** @type {Map<string, import('@atrium/contract/service-api/functions/usage').UsageEvent>} */
  const events = new Map();
  /** @type {string[]} */
  const problems = [];

  /** @type {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<unknown>} */
  const answer = async (request, response) => {
    if (request.url?.endsWith('/jwks'))
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(jwks));
    if (request.method !== 'POST' || request.url !== '/console/v1/usage/batch')
      return response.writeHead(404).end();
    let text = '';
    for await (const chunk of request) text += chunk;
    if (!/^Bearer \S+/.test(request.headers.authorization ?? ''))
      problems.push('a batch came without a token');
    const batch = UsageBatch.safeParse(JSON.parse(text));
    if (!batch.success) {
      problems.push(batch.error.message);
      return response.writeHead(400).end();
    }
    for (const event of batch.data.events) {
      const known = events.get(event.id);
      if (known && JSON.stringify(known) !== JSON.stringify(event))
        problems.push(`the event ${event.id} changed`);
      events.set(event.id, event);
    }
    return response.writeHead(204).end();
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    problems,
    usageOf: (domainId) => [...events.values()].filter((event) => event.domainId === domainId),
    close: () => server.close(),
    /** A service token; the options make ones that must be refused. */
    sign(caller, audience, { seconds = 300, isForged = false, issuer = 'atrium' } = {}) {
      const now = Math.floor(Date.now() / 1000);
      const person = { parentId: null, roles: ['ROLE_DEV'], isAdmin: false, permissions: PERMISSIONS };
      const { userId, ...claims } = { ...person, ...caller };
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(now - 600)
        .setExpirationTime(now + seconds)
        .sign(isForged ? stranger.privateKey : keys.privateKey);
    },
  };
}
