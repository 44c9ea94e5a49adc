import { expect, it } from 'vitest';
import { readServerEvents } from './server-events.ts';

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
