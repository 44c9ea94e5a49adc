import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { filesDigest } from '@atrium/contract/service-api/files/files-digest';
import { ServiceTestLine } from '@atrium/contract/service-api/functions/test-lines';
import { expect, expectStatus } from './report.mjs';

const FOLDER = 'tests/conformance';
const CONTENT = 'export default () => 42;\n';

/**
 * Tests of versions and of files that are not live: optional. In a domain of its own, so that its runs are not metered
 * with the others.
 * @param {import('./report.mjs').Report} report
 * @param {ReturnType<typeof import('./report.mjs').createClient>} service
 */
export async function sourceChecks(report, service) {
  const as = service.zoe;
  const { version } = (await service.call('GET', '/tests', { as })).json;
  const list = (sources) => service.call('POST', '/tests/list', { as, body: { sources } });
  report.section('Tests of what is not live');
  if ((await list([])).status === 404) {
    report.skip('this service runs tests of what is live only; others are optional');
    return;
  }
  const { serviceId } = service;
  const folders = [{ name: FOLDER, files: [{ name: 'given.js', action: 'remote', content: CONTENT }] }];
  const sources = [{ serviceId, version, folders }];
  const id = `${FOLDER}/given`;
  const has = ({ json }) => json.tests.some((test) => test.id === id);
  await report.check('lists the tests of given files, which do not become live', async () => {
    const answer = await list(sources);
    expectStatus(answer, 200);
    expect(has(answer), 'the test that was given is not listed');
    expect(!has(await list([])) && !has(await list([{ serviceId, version }])), 'it became live');
  });
  await report.check('runs tests with given files, and proves which', async () => {
    const { json } = await service.call('GET', '/export/metadata', { as });
    const files = json.folders.flatMap((folder) =>
      folder.files.map((file) => [file.filePath, file.checksum]),
    );
    const answer = await service.call('POST', '/tests/run', {
      as,
      body: { runId: 'conformance-sources', tests: [id], sources },
    });
    expectStatus(answer, 200);
    const lines = answer.text
      .trim()
      .split('\n')
      .map((line) => ServiceTestLine.parse(JSON.parse(line)));
    const last = lines.find((line) => 'done' in line);
    expect(last?.ok === 1 && last?.version === version, JSON.stringify(last));
    const digest = filesDigest([...files, [`${id}.js`, blobId(CONTENT)]]);
    const { json: listed } = await list(sources);
    for (const found of [last?.digest, listed.digest])
      expect(found === digest, `digest ${found}, expected ${digest}`);
  });
  await report.check('answers 404 for a version that is not there, and ignores other services', async () => {
    expectStatus(await list([{ serviceId, version: version + 1000 }]), 404);
    expectStatus(await list([{ serviceId: 'some-other-service', version: 99 }]), 200);
  });
}
