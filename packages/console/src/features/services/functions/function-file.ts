import type { FilePlace } from '@atrium/contract/service-api/configuration-file';

const FOLDER = 'functions';

/** `orders/create` → the file of its source. */
export function sourcePlaceOf(name: string): FilePlace {
  const slash = name.lastIndexOf('/');
  const folder = slash === -1 ? '' : `/${name.slice(0, slash)}`;
  return { folderPath: FOLDER + folder, name: `${name.slice(slash + 1)}.js` };
}

/** The function whose source a file is, or undefined. */
export function functionOf({ folderPath, name }: FilePlace): string | undefined {
  const isFunction = folderPath === FOLDER || folderPath.startsWith(`${FOLDER}/`);
  if (!isFunction || name.endsWith('.meta.js')) return undefined;
  return `${folderPath}/${name}`.slice(FOLDER.length + 1, -'.js'.length);
}

/** `functions/orders/create.js` → `orders/create`. */
export function functionOfPath(path: string): string | undefined {
  const slash = path.lastIndexOf('/');
  return functionOf({ folderPath: path.slice(0, slash), name: path.slice(slash + 1) });
}
