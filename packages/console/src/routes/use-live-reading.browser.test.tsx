import { listNamedVersions } from '@atrium/contract/configuration/versions';
import { streamEvents } from '@atrium/contract/events/events';
import { toPagedResult } from '@atrium/contract/paging';
import { listServices } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { answer } from '../../test/platform.ts';
import { endpointQuery } from '../api/endpoint-query.ts';
import { useLiveConnection } from '../layout/use-live-connection.ts';
import { useLiveReading } from './use-live-reading.ts';

/** The stream of events, each time it is opened. */
function stream() {
  const opened: ReadableStreamDefaultController<Uint8Array>[] = [];
  answer(streamEvents, () => new Response(new ReadableStream({ start: (each) => void opened.push(each) })));
  const tell = (type: string, data: unknown = null) =>
    opened.at(-1)?.enqueue(new TextEncoder().encode(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`));
  return { opened, tell };
}

function Page() {
  useLiveConnection();
  useLiveReading();
  useQuery(endpointQuery(listServices, {}));
  useQuery(endpointQuery(listNamedVersions, { params: { serviceId: 'shop' }, query: { page: 0, size: 1 } }));
  return null;
}

it('reads versions that others make, also after a gap', async () => {
  const { opened, tell } = stream();
  let reads = 0;
  answer(listServices, () => ({ services: [] }));
  answer(listNamedVersions, () => {
    reads += 1;
    return toPagedResult([], 0, { page: 0, size: 1 });
  });
  await draw(<Page />);
  await expect.poll(() => [opened.length, reads]).toEqual([1, 1]);
  tell('ready');
  tell('configuration', { serviceId: 'shop', version: 2 });
  tell('configuration', { serviceId: 'mail', version: 5 });
  await expect.poll(() => reads, { timeout: 10_000 }).toBe(2);

  tell('ready');
  await expect.poll(() => reads, { timeout: 10_000 }).toBe(3);
});
