import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@atrium/contract/endpoint';

const contract = join(import.meta.dirname, '../../contract/src');
/** The one call between services and the platform that the platform answers. */
const USAGE = 'service-api/functions/usage.ts';

/** Every endpoint of the contract: those of the platform, and those of services. No list has to be kept. */
export async function contractEndpoints(): Promise<{ platform: Endpoint[]; services: Endpoint[] }> {
  const files = globSync('*/**/*.ts', { cwd: contract }).filter((file) => !file.endsWith('.test.ts'));
  const isOfServices = (file: string) => file.startsWith('service-api') && file !== USAGE;
  const read = async (wanted: string[]) => {
    const modules = await Promise.all(
      wanted.map((file) => import(join(contract, file)) as Promise<Record<string, unknown>>),
    );
    // Some are exported in groups.
    const values = modules.flatMap((module) => Object.values(module));
    const grouped = values.flatMap((value) => (isGroup(value) ? Object.values(value) : []));
    return [...new Set([...values, ...grouped].filter(isEndpoint))];
  };
  return {
    platform: await read(files.filter((file) => !isOfServices(file))),
    services: await read(files.filter(isOfServices)),
  };
}

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.values(value).every(isEndpoint);
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value;
}
