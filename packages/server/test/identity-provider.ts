import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IdentityProvider } from '@atrium/contract/accounts/identity-provider';
import { Provider } from 'oidc-provider';
import type { TestApp } from './support.ts';

/** A login that turns back at the provider. */
export const DENY = 'deny';

export const CLIENT = { clientId: 'atrium', clientSecret: 'a secret of the client' };
const MOST_STEPS = 20;

/** A real provider of OpenID Connect on this machine, at which whoever has claims signs in by name. */
export interface TestIdentityProvider extends AsyncDisposable {
  issuer: string;
  /** What it says of its people, by the name that they sign in with, which is their subject. */
  people: Map<string, Record<string, unknown>>;
  /** A browser of its own. */
  openBrowser(): ProviderBrowser;
}

/** A browser at the provider, with its cookies. */
export interface ProviderBrowser {
  /**
   * Goes where the platform sends people, signs in unless that is done, or leaves with `DENY`; returns the query that
   * leads back.
   */
  visit(url: string, login: string): Promise<string>;
  /** Signs out at the page of the provider, and returns where that leads. */
  signOut(url: string): Promise<string | null>;
}

/** `publicUrl` is the platform's. */
export async function startIdentityProvider(publicUrl: string): Promise<TestIdentityProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Record<string, unknown>>();
  const redirect = `${publicUrl}/console/login/provider`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirect],
        post_logout_redirect_uris: [`${publicUrl}/console/login`],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username'],
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
  server.on('request', (request, response) => void handle(request, response));
  return {
    issuer,
    people,
    openBrowser: () => createBrowser(redirect),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function createBrowser(redirect: string): ProviderBrowser {
  const cookies = new Map<string, string>();

  async function request(url: string, form?: Record<string, string>) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    return { text: await answer.text(), leadsTo: location && new URL(location, url).href };
  }

  return {
    async visit(start, login) {
      let url = start;
      let form: Record<string, string> | undefined;
      for (let step = 0; step < MOST_STEPS; step += 1) {
        const { text, leadsTo } = await request(url, form);
        form = undefined;
        if (leadsTo?.startsWith(redirect)) return new URL(leadsTo).search;
        const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1];
        if (leadsTo) url = leadsTo;
        else if (prompt === undefined) throw new Error(`the provider shows ${text}`);
        else if (login === DENY) url = `${url}/abort`;
        else form = prompt === 'login' ? { prompt, login, password: 'any' } : { prompt };
      }
      throw new Error('the provider leads nowhere');
    },
    async signOut(start) {
      const { text } = await request(start);
      const action = /action="([^"]+)"/.exec(text)?.[1];
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1];
      if (action === undefined || xsrf === undefined) throw new Error(`the provider shows ${text}`);
      return (await request(action, { xsrf, logout: 'yes' })).leadsTo;
    },
  };
}

/** Where an owner or an administrator enters this provider. */
export function settingsOf(
  { issuer }: TestIdentityProvider,
  more: Partial<Pick<IdentityProvider, 'name' | 'roleRules' | 'rolesClaim'>> = {},
) {
  return { name: 'Acme', issuer, ...CLIENT, ...more };
}

/** The platform's clock, which stands still, has to be the provider's. */
export function setClock(server: TestApp): void {
  server.clock.travelTo(new Date().toISOString());
}
