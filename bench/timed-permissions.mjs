import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Preloaded by the benchmark of permissions: adds up what looking up permissions, and asking for one, takes.

globalThis.permissionMs = 0;
const file = process.env.PERMISSION_TIMES;
setInterval(() => writeFileSync(file, String(globalThis.permissionMs)), 100).unref();

const timed = (call) =>
  `{ const at = performance.now(); try { return ${call}; } finally { globalThis.permissionMs += performance.now() - at; } }`;

/** In which file, what is renamed, and what stands in its place. */
const REPLACED = [
  {
    path: '/host/src/http/permission.ts',
    from: 'export function requirePermission(',
    to: `export function requirePermission(endpoint: any, held: any) ${timed('ask(endpoint, held)')}\nfunction ask(`,
  },
  {
    path: '/server/src/accounts/permission.service.ts',
    from: '  async get(',
    to: `  async get(person: any, store?: any) ${timed('await this.look(person, store)')}\n  async look(`,
  },
];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const found = REPLACED.find(({ path }) => url.endsWith(path));
    if (found === undefined) return loaded;
    const source = String(loaded.source);
    if (!source.includes(found.from)) throw new Error(`${url} does not look as this benchmark knows it`);
    return { ...loaded, source: source.replace(found.from, found.to) };
  },
});
