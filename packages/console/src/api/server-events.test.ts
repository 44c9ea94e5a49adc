import { EVENTS_HEARTBEAT_MS } from '@atrium/contract/events/events';
import { afterEach, expect, it, vi } from 'vitest';
import { readServerEvents } from './server-events.ts';

afterEach(() => void vi.useRealTimers());

function streamed(...parts: string[]): Response {
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  return new Response(body);
}

async function collect<Value>(values: AsyncGenerator<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

it('reads events with name, id and data of several lines, however they are cut, and skips comments', async () => {
  const response = streamed(
    ': hello\n\nevent: test-run\nid: 7\ndata: {"a":\nda',
    'ta: 1}\r',
    '\n\r\ndata:plain\n\nevent: lost\n',
  );
  expect(await collect(readServerEvents(response))).toEqual([
    { event: 'test-run', data: '{"a":\n1}', id: '7' },
    { event: undefined, data: 'plain', id: undefined },
  ]);
});

it('has nothing to read in an answer without a body', async () => {
  expect(await collect(readServerEvents(new Response(null)))).toEqual([]);
});

it('gives up a connection from which even the comments stay away', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { readable, writable } = new TransformStream<Uint8Array>();
  const writer = writable.getWriter();
  const send = (text: string) => writer.write(new TextEncoder().encode(text));
  const events = readServerEvents(new Response(readable));
  const first = events.next();
  for (const part of [': quiet\n\n', ': quiet\n\n', 'data: 1\n\n']) {
    await vi.advanceTimersByTimeAsync(2 * EVENTS_HEARTBEAT_MS);
    await send(part);
  }
  expect((await first).value).toMatchObject({ data: '1' });
  const next = events.next();
  await vi.advanceTimersByTimeAsync(3 * EVENTS_HEARTBEAT_MS);
  expect(await next).toMatchObject({ done: true });
  await expect(writer.closed).rejects.toBeUndefined();
});

it('lets the connection go when its reader leaves', async () => {
  let isCancelled = false;
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel() {
      isCancelled = true;
    },
  });
  for await (const { data } of readServerEvents(new Response(body))) {
    expect(data).toBe('1');
    break;
  }
  expect(isCancelled).toBe(true);
});
