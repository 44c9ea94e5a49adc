import type { FileDeletion } from '@atrium/contract/configuration/file-history';
import { toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import type { NamedVersion } from '@atrium/contract/configuration/versions';
import {
  type FilePlace,
  filePathOf,
  filePlaceOf,
} from '@atrium/contract/service-api/files/configuration-file';
import { itemNameOf } from '@atrium/contract/service-api/files/item-file-names';
import { getDeletion } from '@atrium/contract/service-api/versions/file-versions';
import { diffVersions, type VersionChange } from '@atrium/contract/service-api/versions/version-changes';
import { filesToCompare, findRenames, type Rename, type RenameCandidate } from '@atrium/diff/renames';
import { NotFoundError } from '@atrium/host/errors';
import type { People } from '../../accounts/people/people.service.ts';
import type { Caller } from '../../http/caller.ts';
import type { ServiceClient } from '../../services/service-client.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { nameVersions } from '../versions/version-people.ts';
import { candidatesOf, EACH_WITH_EACH, readTexts, sameNameFirst, withTexts } from './compared-texts.ts';

interface Parts extends ConfigurationParts {
  people: People;
}

/** Finds the version that deleted a file, and the file's new place. */
export class FileDeletions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async get(caller: Caller, serviceId: string, place: FilePlace): Promise<FileDeletion> {
    const { db, people, services, log } = this.#parts;
    const client = services.getClient(caller);
    const { version, liveVersion } = await client.call(serviceId, getDeletion, {
      body: toSourceFileBody(place),
    });
    const { parent } = version;
    const path = filePathOf(place);
    if (parent === null) throw new NotFoundError(`There is no version with ${path}.`);
    const params = { from: parent, to: version.version };
    const { files } = await client.call(serviceId, diffVersions, { params });
    const [named] = await nameVersions({ db, people }, caller.domainId, serviceId, [version]);
    const others = files.filter((file) => file.type === 'DELETED' && isOtherOf(path, filePathOf(file)));
    // The author of the deletion is known even if the new place is not.
    const later = await findLaterPlace(client, serviceId, { path, files, ...params }).catch(
      (err: unknown) => {
        log.warn({ err, serviceId }, 'Where a file was moved is not known.');
        return { movedTo: null, isMoveKnown: false };
      },
    );
    return {
      version: named as NamedVersion,
      liveVersion,
      files: [place, ...others.map(({ folderPath, name }) => ({ folderPath, name }))],
      ...later,
    };
  }
}

/** The source of an item beside its metadata, or the other way round. */
function isOtherOf(path: string, other: string): boolean {
  return path !== other && itemNameOf(path) === itemNameOf(other);
}

/** The changes of a version that no longer has a file. */
interface Departure {
  path: string;
  files: readonly VersionChange[];
  from: number;
  to: number;
}

type LaterPlace = Pick<FileDeletion, 'movedTo' | 'isMoveKnown'>;

/** The place to which a version moved a file, by git's rule. */
async function findLaterPlace(
  client: ServiceClient,
  serviceId: string,
  { path, files, from, to }: Departure,
): Promise<LaterPlace> {
  const [deleted, added] = [candidatesOf(files, 'DELETED'), candidatesOf(files, 'NEW')];
  const toCompare = filesToCompare(deleted, added, EACH_WITH_EACH);
  const own = toCompare.deleted.find((file) => file.path === path);
  // Checksums say it all.
  if (own === undefined) return { movedTo: targetOf(path, findRenames(deleted, added)), isMoveKnown: true };
  const ownFirst = [own, ...toCompare.deleted.filter((file) => file !== own)];
  const before = await readTexts(client, serviceId, ownFirst, from);
  const after = await readTexts(client, serviceId, sameNameFirst(toCompare.added, filePlaceOf(path)), to);
  const renames = findRenames(withTexts(deleted, before), withTexts(added, after), EACH_WITH_EACH);
  const movedTo = targetOf(path, renames);
  const isCompared = before.has(path) && toCompare.added.every((file) => after.has(file.path));
  return { movedTo, isMoveKnown: movedTo !== null || isCompared };
}

function targetOf(
  path: string,
  renames: readonly Rename<RenameCandidate, RenameCandidate>[],
): LaterPlace['movedTo'] {
  const found = renames.find(({ from }) => from.path === path);
  return found ? filePlaceOf(found.to.path) : null;
}
