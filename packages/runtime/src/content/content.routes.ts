import {
  changeEntries,
  deleteEntry,
  getEntry,
  insertEntry,
  listIndexes,
  previewEntries,
  queryEntries,
  runTransaction,
  updateEntry,
} from '@atrium/contract/service-api/functions/content';
import type { FastifyInstance } from 'fastify';
import { route } from '../host/route.ts';
import type { CollectionIndexes } from './collection-indexes.service.ts';
import type { LiveContent } from './live-content.service.ts';

export function contentRoutes(app: FastifyInstance, content: LiveContent, indexes: CollectionIndexes): void {
  route(app, listIndexes, ({ caller }) => indexes.list(caller.domainId));
  route(app, queryEntries, ({ caller, params, body }) => content.list(caller, params.collection, body));
  route(app, previewEntries, async ({ caller, params, body }) => ({
    previews: await content.preview(caller, params.collection, body.entries),
  }));
  route(app, changeEntries, ({ caller, params, body }) =>
    content.changeAll(caller, params.collection, body.changes),
  );
  route(app, getEntry, ({ caller, params }) => content.get(caller, params.collection, params.id));
  route(app, insertEntry, ({ caller, params, body }) => content.create(caller, params.collection, body));
  route(app, updateEntry, ({ caller, params, body }) =>
    content.update(caller, params.collection, params.id, body),
  );
  route(app, deleteEntry, ({ caller, params }) => content.delete(caller, params.collection, params.id));
  route(app, runTransaction, async ({ caller, body }) => ({
    results: await content.transact(caller, body.operations),
  }));
}
