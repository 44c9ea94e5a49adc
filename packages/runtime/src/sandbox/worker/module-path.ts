import { SOURCE_ENDINGS } from '@atrium/contract/service-api/files/item-file-names';

/**
 * Full path of an imported file: relative to the importing one, never above the configuration. `chai` is the
 * only name that is not a path.
 */
export function resolveSpecifier(base: string, specifier: string): string {
  if (specifier === 'chai') return 'atrium:chai';
  if (base.startsWith('atrium:')) return specifier;
  if (!specifier.startsWith('./') && !specifier.startsWith('../')) {
    throw new Error(
      `Cannot import "${specifier}": only files of this service, by "./" or "../", can be imported`,
    );
  }
  const path = base.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '.') continue;
    if (part !== '..') path.push(part);
    else if (path.pop() === undefined) throw new Error(`Cannot import "${specifier}": it leaves the service`);
  }
  return path.join('/');
}

/** True for files a customer wrote, as opposed to the machine's own. */
export function isCustomerFile(file: string): boolean {
  return SOURCE_ENDINGS.some((ending) => file.endsWith(ending)) && !file.startsWith('atrium:');
}
