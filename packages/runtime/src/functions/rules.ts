import { FUNCTIONS_FOLDER, metaFileName } from '@atrium/contract/service-api/files/item-file-names';
import { EventName } from '@atrium/contract/service-api/functions/events';
import { z } from 'zod';
import { type LiveConfiguration, RULES_FOLDER } from '../configuration/live-configuration.ts';
import { HostCallError } from '../sandbox/worker/host-call.ts';
import { isDisabled } from './function-paths.ts';
import type { HostOperation } from './sandbox-calls.ts';

/** Which function handles which event. `event` is `order.created`, or a pattern: `order.*`, `order.**`. */
export interface Rule {
  name: string;
  event: string;
  function: string;
  order: number;
  /** Path of the metadata file that says so. */
  path: string;
}

/** Rules of a configuration, in the order in which they are handled. */
interface Rules {
  all: readonly Rule[];
  /** Rules that name `content` themselves: `**` stands for the events that functions and callers send. */
  ofEntries: readonly Rule[];
}

// Once for as long as nothing of it changes: there may be very many, and a function may emit and write very often.
const known = new WeakMap<LiveConfiguration, Rules>();
const knownRules = new WeakMap<LiveConfiguration['rules'], readonly Rule[]>();
const knownHandlers = new WeakMap<LiveConfiguration['declarations'], readonly Rule[]>();

/** The enabled rules by their order and then their name, and then the enabled functions that declare events in `on`. */
export function rulesOf(live: LiveConfiguration): Rules {
  const kept = known.get(live);
  if (kept) return kept;
  const rules = knownRules.get(live.rules) ?? readRules(live);
  knownRules.set(live.rules, rules);
  const handlers = knownHandlers.get(live.declarations) ?? readHandlers(live);
  knownHandlers.set(live.declarations, handlers);
  const isEnabled = ({ function: name }: Rule) => !isDisabled(live, name);
  const all = [...rules, ...handlers.filter(isEnabled)];
  // A run of a disabled function would wait only to fail.
  const ofEntries = all.filter((rule) => rule.event.startsWith('content.') && isEnabled(rule));
  const made = { all, ofEntries };
  known.set(live, made);
  return made;
}

export function matchRules(live: LiveConfiguration, event: string): Rule[] {
  return rulesOf(live).all.filter((rule) => matchesEvent(rule.event, event));
}

function readHandlers({ declarations }: LiveConfiguration): Rule[] {
  return [...declarations]
    .flatMap(([name, { on }]) =>
      on.map((event) => ({
        name,
        event,
        function: name,
        order: 0,
        path: `${FUNCTIONS_FOLDER}/${metaFileName(name)}`,
      })),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * A rule is a metadata file in `rules`:
 * `export default {event: 'order.*', function: 'mails/confirm', order: 10, disabled: false}`.
 */
function readRules({ rules: items }: LiveConfiguration): Rule[] {
  const rules: Rule[] = [];
  for (const [item, fields] of items) {
    const { event, function: handler, order = 0, disabled = false } = fields;
    if (typeof event !== 'string' || typeof handler !== 'string' || disabled === true) continue;
    const name = item.slice(RULES_FOLDER.length + 1);
    const path = `${RULES_FOLDER}/${metaFileName(name)}`;
    rules.push({ name, event, function: handler, order: typeof order === 'number' ? order : 0, path });
  }
  return rules.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1));
}

/** `*` stands for one part of the name, `**` at the end for any number of further parts. */
export function matchesEvent(pattern: string, event: string): boolean {
  const wanted = pattern.split('.');
  const given = event.split('.');
  const isOpen = wanted.at(-1) === '**';
  if (isOpen) wanted.pop();
  if (isOpen ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((part, index) => part === '*' || part === given[index]);
}

const Match = z.object({ event: EventName });

/** Rule operations available to functions: the functions that match an event of theirs. */
export const ruleOperations: ReadonlyMap<string, HostOperation> = new Map([
  [
    'rules.match',
    async ({ identity, live, onReach }, argument) => {
      const { data } = Match.safeParse(argument);
      if (!data)
        throw new HostCallError(
          'TypeError',
          'This is not the name of an event; use one such as order.created',
        );
      const rules = matchRules(live, data.event);
      for (const { path } of onReach ? rules : []) {
        onReach?.(identity.serviceId, path, live.checksums.get(path) ?? '');
      }
      return rules.map(({ name, event, function: handler, order }) => ({
        name,
        event,
        function: handler,
        order,
      }));
    },
  ],
]);
