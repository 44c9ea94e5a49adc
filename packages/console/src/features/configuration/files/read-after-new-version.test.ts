import { toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import { listNamedVersions } from '@atrium/contract/configuration/versions';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { serviceUri } from '@atrium/contract/services/service';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readAfterNewVersion } from './read-after-new-version.ts';

test('the files, sources and versions of the service are stale then; what a checksum names and other services are not', async () => {
  const client = new QueryClient();
  const source = { body: toSourceFileBody({ folderPath: 'functions', name: 'a.js' }) };
  const sourceOf = (id: string) => endpointKey(exportSourceFile, source, serviceUri(id));
  const page = { params: { serviceId: 'shop' }, query: { page: 0, size: 1 } };
  const stale = [
    [...endpointKey(exportMetadata, { query: {} }, serviceUri('shop')), 'items', 'functions'],
    sourceOf('shop'),
    [...sourceOf('shop'), 'or none'],
    endpointKey(listNamedVersions, page),
  ];
  const fresh = [[...sourceOf('shop'), 'c'.repeat(40)], sourceOf('other')];
  for (const queryKey of [...stale, ...fresh]) client.setQueryData(queryKey, {});
  await readAfterNewVersion(client, ['shop']);
  const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated;
  expect(stale.map(isStale)).toEqual([true, true, true, true]);
  expect(fresh.map(isStale)).toEqual([false, false]);
});
