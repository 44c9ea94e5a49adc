import { randomUUID } from 'node:crypto';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { bodyToFiles } from '@atrium/contract/service-api/files/item-files';
import { exportBody, exportMetadata } from '@atrium/contract/service-api/versions/export';
import { exportSourceFile, exportSourceFiles } from '@atrium/contract/service-api/versions/export-files';
import { importConfiguration } from '@atrium/contract/service-api/versions/import';
import { diffVersions } from '@atrium/contract/service-api/versions/version-changes';
import { listVersions } from '@atrium/contract/service-api/versions/versions';
import { expect, expectStatus } from './report.mjs';

const FOLDER = 'lib/conformance';
/** Bytes that careless code changes: a byte order mark, other line ends, spaces at the end, rare characters. */
const ODD = '\ufeff// ünïcode 😀 \u2028\r\nexport const a = 1;\t  \r\n\n\n';

/**
 * Files, versions, and one JSON body for all.
 * @param {import('./report.mjs').Report} report
 * @param {ReturnType<typeof import('./report.mjs').createClient>} service
 */
export async function configurationChecks(report, service) {
  report.section('Configuration');
  const read = async (options = {}) => {
    const { data, headers } = await service.get(exportMetadata, undefined, options);
    return { ...data, etag: headers.get('etag'), files: data.folders.flatMap(({ files }) => files) };
  };
  const change = (baseVersion, files, more = {}, options = {}) =>
    service.call('POST', importConfiguration.path, {
      ...options,
      body: { baseVersion, message: 'Conformance', folders: [{ name: FOLDER, files }], ...more },
    });
  const write = (name, content) => ({ name, action: 'remote', content });
  const content = (name, version) =>
    service.get(exportSourceFile, undefined, { body: { folder: FOLDER, name, ...(version && { version }) } });

  /** @type {Awaited<ReturnType<typeof read>> | undefined} */
  let filled;
  await report.check('fills a domain once, even when asked many times at once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => read()));
    expect(new Set(all.map(({ version }) => version)).size === 1, 'different versions');
    [filled] = all;
  });
  if (!filled) return;
  const start = filled;
  await report.check('gives an ETag that is the version, and 304 for a known one', async () => {
    expect(start.etag === `"${start.version}"`, `ETag ${start.etag} for version ${start.version}`);
    expectStatus(
      await service.call('GET', exportMetadata.path, { headers: { 'if-none-match': start.etag ?? '' } }),
      304,
    );
  });
  await report.check('names files by their git blob id', async () => {
    for (const { folderPath, name, checksum } of start.files.slice(0, 20)) {
      const { data } = await service.get(exportSourceFile, undefined, { body: { folder: folderPath, name } });
      expect(
        blobId(data.content) === checksum && data.checksum === checksum,
        `${folderPath}/${name} differs`,
      );
    }
  });
  await report.check('answers 404 for a file that is not there', async () => {
    expectStatus(
      await service.call('POST', exportSourceFile.path, { body: { folder: FOLDER, name: 'none.js' } }),
      404,
    );
  });

  const v1 = start.version + 1;
  await report.check('imports a file without changing a byte', async () => {
    const answer = await change(start.version, [write('odd.js', ODD)], { commitSha: 'a'.repeat(40) });
    expectStatus(answer, 200);
    expect(answer.json.version === v1, `version ${answer.json.version} instead of ${v1}`);
    expect((await content('odd.js')).data.content === ODD, 'the content differs');
    const file = (await read()).files.find(({ name }) => name === 'odd.js');
    expect(
      file?.checksum === blobId(ODD) && file.commitSha === 'a'.repeat(40),
      'checksum or commitSha differ',
    );
  });
  await report.check('makes no version when nothing changes', async () => {
    const answer = await change(v1, [write('odd.js', ODD)]);
    expect(answer.status === 200 && answer.json.version === v1, answer.text);
  });
  await report.check('answers 409 when another version is live, and writes nothing', async () => {
    expectStatus(await change(start.version, [write('late.js', 'x')]), 409);
    expectStatus(await change(v1, [write('late.js', 'x')], {}, { headers: { 'if-match': '"999999"' } }), 409);
    expect((await read()).version === v1, 'something was written');
  });
  await report.check('lets one of many changes at the same time win', async () => {
    const all = await Promise.all([1, 2, 3, 4].map((i) => change(v1, [write('race.js', `// ${i}\n`)])));
    const won = all.filter(({ status }) => status === 200).length;
    expect(
      won === 1 && all.every(({ status }) => status === 200 || status === 409),
      all.map(({ status }) => status).join(' '),
    );
  });
  const v2 = v1 + 1;
  await report.check('takes all of an import or nothing', async () => {
    const twins = await change(v2, [write('fine.js', 'x'), write('Twin.js', '1'), write('twin.js', '2')]);
    expectStatus(twins, 422);
    for (const bad of ['../evil.js', 'a/b.js', '.hidden.js', 'no-ending', 'a.meta.meta.js']) {
      expectStatus(await change(v2, [write('fine.js', 'x'), write(bad, 'x')]), 400);
    }
    expect((await read()).version === v2, 'something was written');
  });
  await report.check('deletes, and leaves files that are not named', async () => {
    expectStatus(await change(v2, [{ name: 'race.js', action: 'delete' }]), 200);
    const { files } = await read();
    expect(
      !files.some(({ name }) => name === 'race.js') && files.some(({ name }) => name === 'odd.js'),
      'wrong files',
    );
  });
  const v3 = v2 + 1;

  report.section('Versions');
  await report.check('lists versions, newest first, with author, message and commit', async () => {
    const { data } = await service.get(listVersions, '/versions?size=3');
    const [first, second] = data.content;
    expect(
      first?.version === v3 && first.parent === v2 && first.author === service.ann.userId,
      JSON.stringify(first),
    );
    expect(second?.version === v2 && second.message === 'Conformance', JSON.stringify(second));
  });
  await report.check('reads old versions', async () => {
    expect((await content('race.js', v2)).data.content.startsWith('//'), 'the old content is gone');
    const { data } = await service.get(exportSourceFiles, undefined, {
      body: { files: [{ folder: FOLDER, name: 'odd.js' }], version: v1 },
    });
    expect(data.version === v1 && data.files[0]?.content === ODD, 'the old content differs');
    expectStatus(await service.call('GET', `/export/metadata?version=${v3 + 50}`), 404);
  });
  await report.check('compares any two versions', async () => {
    const { data } = await service.get(diffVersions, `/versions/${start.version}/diff/${v3}`);
    const text = JSON.stringify(data.files);
    expect(
      data.files.length === 1 && data.files[0]?.type === 'NEW' && data.files[0].after === blobId(ODD),
      text,
    );
    const back = await service.get(diffVersions, `/versions/${v3}/diff/${start.version}`);
    expect(back.data.files[0]?.type === 'DELETED', JSON.stringify(back.data.files));
  });
  await report.check('is the same as one JSON body', async () => {
    const { data } = await service.get(exportBody);
    const files = new Map(
      bodyToFiles(data.body).map((file) => [`${file.folderPath}/${file.name}`, file.content]),
    );
    const exported = (await read()).files;
    expect(
      files.size === exported.length,
      `${files.size} files in the body, ${exported.length} in the metadata`,
    );
    for (const { filePath, checksum } of exported)
      expect(blobId(files.get(filePath) ?? '') === checksum, filePath);
    const same = await service.call('POST', '/import/body', {
      body: { baseVersion: v3, message: 'Same', body: data.body },
    });
    expect(same.status === 200 && same.json.version === v3, same.text.slice(0, 300));
  });
  await report.check('returns to an earlier version byte for byte', async () => {
    const answer = await service.call('POST', `/versions/${start.version}/restore`, {
      body: { baseVersion: v3, message: 'Back' },
    });
    expectStatus(answer, 200);
    const { data } = await service.get(
      diffVersions,
      `/versions/${start.version}/diff/${answer.json.version}`,
    );
    expect(data.files.length === 0, JSON.stringify(data.files));
  });
  const attemptId = randomUUID();
  const withdrawn = await service.call('POST', '/import/withdraw', { body: { attemptId } });
  if (withdrawn.status === 404) report.skip('this service withdraws no imports, which is optional');
  else {
    await report.check('refuses an import that was withdrawn', async () => {
      expectStatus(withdrawn, 200);
      const { version } = await read();
      const late = { baseVersion: version, message: 'Late', folders: [], attemptId };
      expectStatus(await service.call('POST', '/import', { body: late }), 409);
    });
  }
  await report.check('shows one domain nothing of another', async () => {
    const other = await read({ as: service.zoe });
    expect(!other.files.some(({ folderPath }) => folderPath === FOLDER), 'a file of another domain');
    const place = { folder: FOLDER, name: 'odd.js', version: v1 };
    expectStatus(await service.call('POST', exportSourceFile.path, { as: service.zoe, body: place }), 404);
  });
}
