import {
  deleteEntry,
  getEntry,
  insertEntry,
  queryEntries,
  updateEntry,
} from '@atrium/contract/service-api/content';
import { LIVE_TARGET } from '@atrium/contract/service-api/usage';
import type { FastifyInstance } from 'fastify';
import type { Store } from '../database/schema.ts';
import { route } from '../host/route.ts';
import type { Caller } from '../host/service-token.ts';
import type { Meter } from '../metering/meter.ts';
import { CONTENT_SERVICE, type ContentService } from './content.service.ts';

export function contentRoutes(app: FastifyInstance, db: Store, content: ContentService, meter: Meter): void {
  async function metered<T>(
    { domainId, userId }: Caller,
    metric: 'query' | 'write',
    work: () => Promise<T>,
  ): Promise<T> {
    const startedAt = performance.now();
    const identity = { domainId, userId, serviceId: CONTENT_SERVICE };
    try {
      return await work();
    } finally {
      const durationMs = performance.now() - startedAt;
      await meter.record({ identity, metric, target: LIVE_TARGET, calls: 1, durationMs, memoryBytes: 0 });
    }
  }

  route(app, queryEntries, ({ caller, params: { collection }, body }) =>
    metered(caller, 'query', () => content.findEntries(db, caller.domainId, collection, body)),
  );
  route(app, getEntry, ({ caller, params: { collection, id } }) =>
    metered(caller, 'query', () => content.getEntry(db, caller.domainId, collection, id)),
  );
  route(app, insertEntry, ({ caller, params: { collection }, body }) =>
    metered(caller, 'write', () => content.insertEntry(db, caller.domainId, collection, body)),
  );
  route(app, updateEntry, ({ caller, params: { collection, id }, body }) =>
    metered(caller, 'write', () => content.updateEntry(db, caller.domainId, collection, id, body)),
  );
  route(app, deleteEntry, ({ caller, params: { collection, id } }) =>
    metered(caller, 'write', () => content.deleteEntry(db, caller.domainId, collection, id)),
  );
}
