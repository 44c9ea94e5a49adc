import { MAX_CALL_DEPTH } from '@atrium/contract/service-api/functions/call-limits';
import type { LiveConfigurations } from '../configuration/live-configuration.service.ts';
import type { PlanEvents } from '../content/content.service.ts';
import { matchesEvent, type Rule, rulesOf } from '../functions/rules.ts';
import type { BackgroundRuns, EventRun } from './background.service.ts';

interface Parts {
  serviceIds: readonly string[];
  live: Pick<LiveConfigurations, 'get'>;
  runs: Pick<BackgroundRuns, 'queueEvents'>;
}

/**
 * Queues the functions that handle changes of entries: `content.orders.inserted`, `.updated` and `.deleted`, with
 * `{collection, id, before, after}`. The runs are written with the change, so that neither is there without the other.
 */
export function planEntryEvents({ serviceIds, live, runs }: Parts): PlanEvents {
  return async ({ domainId, by, limits, depth = 0 }, collections) => {
    const handlers: { serviceId: string; rules: readonly Rule[] }[] = [];
    for (const serviceId of serviceIds) {
      const { ofEntries } = rulesOf(await live.get({ domainId, serviceId }));
      const rules = ofEntries.filter(isOfAny(collections));
      if (rules.length > 0) handlers.push({ serviceId, rules });
    }
    if (handlers.length === 0) return undefined;
    return async (transaction, changes) => {
      const events = changes.flatMap(({ collection, id, before, after }) => {
        const change = before === null ? 'inserted' : after === null ? 'deleted' : 'updated';
        const event = `content.${collection}.${change}`;
        const input = JSON.stringify({ collection, id, before, after });
        const head = {
          event,
          entry: `${collection}/${id}`,
          input,
          depth: depth + 1,
          userId: by?.userId ?? null,
        };
        return handlers.flatMap(({ serviceId, rules }): EventRun[] =>
          rules
            .filter((rule) => matchesEvent(rule.event, event))
            .map((rule) => ({ ...head, serviceId, function: rule.function })),
        );
      });
      // A chain that never ends would fill the queue.
      if (events.length > 0 && depth < MAX_CALL_DEPTH)
        await runs.queueEvents(transaction, { domainId, limits }, events);
    };
  };
}

function isOfAny(collections: readonly string[]) {
  return ({ event }: Rule): boolean => {
    const [, collection = ''] = event.split('.');
    return collection.startsWith('*') || collections.includes(collection);
  };
}
