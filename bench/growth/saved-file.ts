import { zstdCompressSync } from 'node:zlib';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import type { Curve } from '../growth-curve.ts';
import { fillFiles } from '../large-domain.ts';

const SERVICE = 'hyper-dispatch';
const FOLDER = 'group0';
const EDITED = { folderPath: `functions/${FOLDER}`, name: 'file0.js' };

const contentOf = (round: number) => `export default (input) => ({ ...input, round: ${round} });\n`;

/** A service of so many functions that was pulled from git, one of which is edited again and again. */
export const curve: Curve = {
  sizes: [10, 1_000, 100_000],
  async seed(place) {
    const { database, domainId, userId, size, call } = place;
    const checksums = await fillFiles(database, place, size);
    await database.query(
      `insert into exchanges (id, domain_id, service_id, git_url, branch, commit_sha, direction, version,
         submitted_version, exchanged_on, user_id, manifest)
       values (gen_random_uuid(), $1, '${SERVICE}', 'https://git.example/shop.git', 'main', repeat('a', 40), 'PULL', 1,
         1, now(), $2, $3)`,
      [domainId, userId, zstdCompressSync(JSON.stringify(Object.fromEntries(checksums)))],
    );
    let live = checksums.get(`${EDITED.folderPath}/${EDITED.name}`) ?? null;
    let round = 0;
    const edit = async () => {
      const content = contentOf(++round);
      const files = [{ ...EDITED, content, checksum: live }];
      await call('POST', `/console/v1/configuration/${SERVICE}/edit`, { files, message: `Round ${round}` });
      live = blobId(content);
    };
    const invoke = async () => {
      const answer = await call<{ round?: number }>(
        'POST',
        `/services/${SERVICE}/invoke/${FOLDER}/file0`,
        {},
      );
      if (answer.round !== round) throw new Error(`round ${answer.round} answered in round ${round}`);
    };
    const countAhead = async () => {
      const listed = await call<Listed>('GET', '/console/v1/git/config/services');
      return listed.services.find(({ serviceId }) => serviceId === SERVICE)?.ahead;
    };
    const listServices = async () => {
      const ahead = await countAhead();
      if (ahead !== 1) throw new Error(`${ahead} files ahead, not 1`);
    };
    // A process reads everything once. What takes long then is told when it is known.
    await edit();
    await invoke();
    while ((await countAhead()) === null);
    return [
      { name: 'Edit of one file', limitRatio: 1.5, run: edit },
      { name: 'First call after an edit', limitRatio: 1.5, prepare: edit, run: invoke },
      { name: 'Call after that', limitRatio: 1.5, run: invoke },
      {
        name: 'Services and what is ahead of git, after an edit',
        limitRatio: 1.5,
        prepare: edit,
        run: listServices,
      },
      {
        name: 'Paths and checksums of all files',
        run: () => call('GET', `/services/${SERVICE}/export/metadata`),
      },
    ];
  },
};

interface Listed {
  services: { serviceId: string; ahead: number | null }[];
}
