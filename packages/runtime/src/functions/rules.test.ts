import { takeSteps } from '@atrium/host/event-loop';
import { expect, it } from 'vitest';
import { toConfiguration } from '../configuration/live-configuration.ts';
import { matchRules } from './rules.ts';

it('goes through a configuration once, however many events there are', async () => {
  const content = "export default { event: 'order.*', function: 'mails/confirm' };";
  const file = { folderPath: 'rules', name: 'confirm.meta.js', content, checksum: '' };
  const live = await takeSteps(toConfiguration('acme:hyper-dispatch:1', 1, [file]));
  let readings = 0;
  const metadata = new (class extends Map<string, object> {
    override [Symbol.iterator]() {
      readings += 1;
      return super[Symbol.iterator]();
    }
  })(live.metadata) as typeof live.metadata;
  const watched = { ...live, metadata };
  const namesFor = (event: string) => matchRules(watched, event).map(({ name }) => name);
  expect(namesFor('order.created')).toEqual(['confirm']);
  expect(namesFor('order.canceled')).toEqual(['confirm']);
  expect(namesFor('payment.done')).toEqual([]);
  expect(readings).toBe(1);
});
