import type { AddressInfo } from 'node:net';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { importConfiguration } from '@atrium/contract/service-api/versions/import';
import { buildFunctionsApp } from '../src/functions-origin/functions-app.ts';
import type { Caller } from '../src/http/caller.ts';
import { type PlatformApp, startPlatform } from './shipped-services.ts';

export interface OriginApp extends PlatformApp {
  port: number;
  /** Base address of the functions of a person's domain. */
  urlOf(person: Caller): Promise<string>;
  /** Adds functions, by name: their source, and what they declare. */
  add(
    person: Caller,
    functions: Record<string, { source: string; http: object }>,
    serviceId?: string,
  ): Promise<void>;
}

/** The platform with the origin of functions, as the product runs them. */
export async function startOrigin(): Promise<OriginApp> {
  const platform = await startPlatform();
  const { context } = platform;
  const app = buildFunctionsApp(context);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  context.functionsUrl.listensOn(port);
  return {
    ...platform,
    port,
    async urlOf({ domainId }) {
      return context.functionsUrl.of((await context.accounts.people.findAddressName(domainId)) ?? '') ?? '';
    },
    async add(person, functions, serviceId = 'hyper-dispatch') {
      const client = context.services.getClient(person);
      const { version } = await client.call(serviceId, exportMetadata, { query: {} });
      const folders = Object.entries(functions).map(([name, { source, http }]) => ({
        name: 'functions',
        files: [
          { name: `${name}.js`, action: 'remote' as const, content: source },
          {
            name: `${name}.meta.js`,
            action: 'remote' as const,
            content: `export default ${JSON.stringify({ http: { access: 'public', ...http } })};`,
          },
        ],
      }));
      const files = folders.flatMap((folder) => folder.files);
      await client.call(serviceId, importConfiguration, {
        body: { baseVersion: version, folders: [{ name: 'functions', files }] },
      });
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await platform[Symbol.asyncDispose]();
    },
  };
}
