import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { Provider } from 'oidc-provider';

export const CLIENT = { id: 'atrium', secret: 'a secret of the client' };

/** A real provider of OpenID Connect with pages of its own, on this machine. */
export interface IdentityProvider extends AsyncDisposable {
  issuer: string;
  /** Claims of its users, by the name that they sign in with. */
  people: Map<string, Record<string, unknown>>;
}

export async function startIdentityProvider(productUrl: string): Promise<IdentityProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Record<string, unknown>>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${productUrl}/console/login/provider`],
        post_logout_redirect_uris: [`${productUrl}/console/login`],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'preferred_username'],
      groups: ['groups'],
    },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    pkce: { required: () => true },
    cookies: { keys: ['of the test'] },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    // Browsers ask for it, and report that there is none.
    if (request.url === '/favicon.ico') response.writeHead(204).end();
    else void handle(request, response);
  });
  return {
    issuer,
    people,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The provider's pages ask for a font of another host; tests stay on this machine. */
export async function withoutForeignFonts(page: Page): Promise<Page> {
  await page.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ contentType: 'text/css' }));
  return page;
}

/** Signs in at the provider's own pages, and agrees that the product learns who it is. */
export async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
