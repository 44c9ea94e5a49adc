import type { z } from 'zod';
import { type ConfigurationFile, filePathOf } from './configuration-file.ts';
import { ConfigurationItem, ItemCollections } from './configuration-item.ts';
import { isMetaFile, isTypeScript, itemNameOf, metaFileName, sourceFileName } from './item-file-names.ts';
import { printMeta, printSource, readFields, readSource } from './item-texts.ts';
import { jsonLoss } from './json-loss.ts';
import { findPlaceConflicts, isTooLong, placeConflictText } from './place-conflicts.ts';
import { sortInSteps } from './sort-in-steps.ts';

/*
 * The same configuration in two forms. As files: `functions/orders/create.js` and `create.meta.js`. As a
 * JSON body: `{functions: [{name: 'create', folder: 'orders', source, id, acl, …}]}`.
 * files → body → files restores every byte; body → files → body restores the body in normal form.
 */

/** The whole configuration of one service: items by collection. The collection is the first folder. */
export const ConfigurationBody = ItemCollections.superRefine((body, context) => {
  const files = bodyToFiles(body);
  for (const file of files.filter(isTooLong)) {
    context.addIssue({ code: 'custom', message: `The path ${filePathOf(file)} is too long` });
  }
  for (const conflict of findPlaceConflicts(files)) {
    context.addIssue({ code: 'custom', message: placeConflictText(conflict) });
  }
});

export type ConfigurationBody = Record<string, ConfigurationItem[]>;

/** Why something is not a configuration, in words: `functions.0.name: Not a valid name.` */
export function bodyProblem({ issues: [issue] }: z.ZodError): string {
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return `${NOT_A_CONFIGURATION} ${place}${issue?.message ?? 'Unknown problem'}.`;
}

/** The same of a JSON text of which something would be lost before it can be checked. */
export function textProblem(json: string): string | undefined {
  const loss = jsonLoss(json);
  return loss === undefined ? undefined : `${NOT_A_CONFIGURATION} ${loss}`;
}

const NOT_A_CONFIGURATION = 'Not a configuration.';

export function filesToBody(files: readonly ConfigurationFile[]): ConfigurationBody {
  const collections = new Map<string, ConfigurationItem[]>();
  for (const step of itemSteps(files)) {
    if (step === undefined) continue;
    const { collection, item } = step;
    const items = collections.get(collection);
    if (items) items.push(item);
    else collections.set(collection, [item]);
  }
  return Object.fromEntries(collections);
}

/** The body of files as JSON, item by item, each checked. Some pieces are empty: a step was made, and more are to come. */
export function* writeBody(files: readonly ConfigurationFile[]): Generator<string> {
  let current: string | undefined;
  yield '{';
  for (const step of itemSteps(files)) {
    if (step === undefined) {
      yield '';
      continue;
    }
    const { collection, item } = step;
    if (collection === current) yield ',';
    else yield `${current === undefined ? '' : '],'}${JSON.stringify(collection)}:[`;
    current = collection;
    yield JSON.stringify(ConfigurationItem.parse(item));
  }
  yield current === undefined ? '}' : ']}';
}

/** The files of an item. */
interface Pair extends Pick<ConfigurationItem, 'name' | 'source' | 'sourceEnding'> {
  folderPath: string;
  meta?: string;
}

/** The items of files one by one, in the order of their files' paths, and so one collection after the other. */
function* itemSteps(
  files: readonly ConfigurationFile[],
): Generator<{ collection: string; item: ConfigurationItem } | undefined> {
  const placed: { path: string; file: ConfigurationFile }[] = [];
  for (const file of files) {
    placed.push({ path: filePathOf(file), file });
    yield;
  }
  const pairs = new Map<string, Pair>();
  for (const { file } of yield* sortInSteps(placed, byPath)) {
    const { folderPath, name, content } = file;
    const itemName = itemNameOf(name);
    const key = filePathOf({ folderPath, name: itemName });
    const pair = pairs.get(key) ?? { folderPath, name: itemName };
    const part = isMetaFile(name)
      ? { meta: content }
      : { source: content, ...(isTypeScript(name) && { sourceEnding: '.ts' as const }) };
    pairs.set(key, Object.assign(pair, part));
    yield;
  }
  for (const { folderPath, name, source, sourceEnding, meta } of pairs.values()) {
    const [collection = '', ...rest] = folderPath.split('/');
    const folder = rest.join('/');
    const place = { name, ...(folder && { folder }) };
    const item: ConfigurationItem = {
      ...place,
      ...readSource(source),
      ...(sourceEnding && { sourceEnding }),
    };
    // Fields come first; the text is included only if they are incomplete.
    Object.assign(item, readFields(meta));
    if (meta !== undefined && printMeta(item) !== meta) item.metaSource = meta;
    yield { collection, item };
  }
}

export function bodyToFiles(body: ConfigurationBody): ConfigurationFile[] {
  const files: ConfigurationFile[] = [];
  for (const [collection, items] of Object.entries(body)) {
    for (const item of items) files.push(...itemToFiles(collection, item));
  }
  return files
    .map((file) => ({ path: filePathOf(file), file }))
    .sort(byPath)
    .map(({ file }) => file);
}

/** One or two files: the text or data of an item, and its metadata. */
export function itemToFiles(collection: string, item: ConfigurationItem): ConfigurationFile[] {
  const folderPath = item.folder ? `${collection}/${item.folder}` : collection;
  const [source, meta] = [printSource(item), printMeta(item)];
  return [
    ...(source === undefined
      ? []
      : [{ folderPath, name: sourceFileName(item.name, item.sourceEnding), content: source }]),
    ...(meta === undefined ? [] : [{ folderPath, name: metaFileName(item.name), content: meta }]),
  ];
}

/** Order by code unit: the same on every machine and in every language setting. */
function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
