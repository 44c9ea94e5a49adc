import { sourceFileName } from '@atrium/contract/service-api/files/item-file-names';
import type { LiveConfiguration } from '../configuration/live-configuration.ts';

const FUNCTIONS_FOLDER = 'functions';

/** Path of a function's source. */
export function pathOf(name: string): string {
  return `${FUNCTIONS_FOLDER}/${sourceFileName(name)}`;
}

export function isDisabled({ metadata }: LiveConfiguration, name: string): boolean {
  return metadata.get(`${FUNCTIONS_FOLDER}/${name}`)?.['disabled'] === true;
}

/** Paths of the sources of all functions that are disabled. */
export function disabledPaths({ metadata }: LiveConfiguration): string[] {
  return [...metadata].flatMap(([path, { disabled }]) =>
    disabled === true && path.startsWith(`${FUNCTIONS_FOLDER}/`) ? [sourceFileName(path)] : [],
  );
}
