import { expect, it } from 'vitest';
import { readNdjson, readServerEvents } from './streams.ts';

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

it('reads one JSON value a line, however the bytes are cut', async () => {
  const response = streamed('{"id":1}\n{"i', 'd":2}\r\n\n{"id"', ':3}');
  expect(await collect(readNdjson(response))).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

it('reads events with name, id and data of several lines, and skips comments', async () => {
  const response = streamed(
    ': hello\n\nevent: test-run\nid: 7\ndata: {"a":\nda',
    'ta: 1}\n\ndata:plain\n\nevent: lost\n',
  );
  expect(await collect(readServerEvents(response))).toEqual([
    { event: 'test-run', data: '{"a":\n1}', id: '7' },
    { event: 'message', data: 'plain', id: '7' },
  ]);
});

it('has nothing to read in an answer without a body', async () => {
  expect(await collect(readNdjson(new Response(null)))).toEqual([]);
});
