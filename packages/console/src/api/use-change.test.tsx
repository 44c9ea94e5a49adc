import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { type Change, useChange } from './use-change.ts';

const failure = new Error('refused');

/** Change whose calls wait until they are released. */
function held(scope?: { id: string }) {
  const calls: { value: string; call: PromiseWithResolvers<string> }[] = [];
  const found: { change?: Change<string, string> } = {};
  function Form() {
    found.change = useChange({
      mutationFn: (value: string) => {
        const call = Promise.withResolvers<string>();
        calls.push({ value, call });
        return call.promise;
      },
      ...(scope && { scope }),
    });
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
  if (!found.change) throw new Error('the form was not drawn');
  return { calls, mutate: found.change.mutate };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));
const values = (calls: { value: string }[]) => calls.map(({ value }) => value);

afterEach(() => onlineManager.setOnline(true));

it('is made once, however often it is asked for before it is answered', async () => {
  const { calls, mutate } = held();
  for (const value of ['first', 'second', 'third']) mutate(value);
  await turn();
  mutate('fourth');
  await turn();
  expect(values(calls)).toEqual(['first']);
});

it.each([
  ['answered', (call: PromiseWithResolvers<string>) => call.resolve('done')],
  ['refused', (call: PromiseWithResolvers<string>) => call.reject(failure)],
])('can be made again once it was %s', async (_, end) => {
  const { calls, mutate } = held();
  mutate('first');
  await turn();
  if (calls[0]) end(calls[0].call);
  await turn();
  mutate('again');
  await turn();
  expect(values(calls)).toEqual(['first', 'again']);
});

it('with a scope each is made, one after the other', async () => {
  const { calls, mutate } = held({ id: 'theme' });
  mutate('dark');
  mutate('light');
  await turn();
  expect(values(calls)).toEqual(['dark']);
  calls[0]?.call.resolve('done');
  await turn();
  expect(values(calls)).toEqual(['dark', 'light']);
});

it('is tried at once while the browser is offline, and not kept for later', async () => {
  onlineManager.setOnline(false);
  const { calls, mutate } = held();
  mutate('now');
  await turn();
  expect(values(calls)).toEqual(['now']);
  calls[0]?.call.reject(failure);
  await turn();
  onlineManager.setOnline(true);
  await turn();
  expect(values(calls)).toEqual(['now']);
});
