// Writes the shipped articles of the public pages, as the console's query cache holds them, to the file named.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { TERMS_CODE } from '../packages/contract/src/articles/article.ts';
import { getArticleByCode, getArticleByType } from '../packages/contract/src/articles/articles.ts';
import { endpointKey } from '../packages/contract/src/endpoint-key.ts';
import { Articles } from '../packages/server/src/articles/articles.service.ts';

const articles = new Articles();
/** @type {(endpoint: any, params: object, value: unknown) => { key: readonly unknown[], value: unknown }} */
const entry = (endpoint, params, value) => ({ key: endpointKey(endpoint, { params }), value });

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file to write the articles to.');
mkdirSync(dirname(file), { recursive: true });
writeFileSync(
  file,
  JSON.stringify({
    landing: entry(getArticleByType, { type: 'HOME_PAGE' }, articles.getByType('HOME_PAGE')),
    terms: entry(getArticleByCode, { code: TERMS_CODE }, articles.getByCode(TERMS_CODE)),
  }),
);
