import type { PlainValue } from '@atrium/contract/service-api/files/plain-value';
import { takeSteps } from '@atrium/host/event-loop';
import { expect, it } from 'vitest';
import { toConfiguration } from '../configuration/live-configuration.ts';
import { LayeredMap } from '../sandbox/worker/layered-map.ts';
import { matchRules } from './rules.ts';

it('goes through the rules once, however many events there are', async () => {
  const content = "export default { event: 'order.*', function: 'mails/confirm' };";
  const file = { folderPath: 'rules', name: 'confirm.meta.js', content, checksum: '' };
  const live = await takeSteps(toConfiguration('acme:hyper-dispatch:1', 1, [file]));
  let readings = 0;
  const rules = new (class extends LayeredMap<Record<string, PlainValue>> {
    override [Symbol.iterator]() {
      readings += 1;
      return super[Symbol.iterator]();
    }
  })(new Map(live.rules));
  const watched = { ...live, rules };
  const namesFor = (event: string) => matchRules(watched, event).map(({ name }) => name);
  expect(namesFor('order.created')).toEqual(['confirm']);
  expect(namesFor('order.canceled')).toEqual(['confirm']);
  expect(namesFor('payment.done')).toEqual([]);
  expect(readings).toBe(1);
});
