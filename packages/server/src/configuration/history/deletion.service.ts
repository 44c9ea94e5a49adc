import type { FileDeletion } from '@atrium/contract/configuration/file-history';
import { toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import { type FilePlace, filePathOf } from '@atrium/contract/service-api/configuration-file';
import { getDeletion } from '@atrium/contract/service-api/file-versions';
import { itemNameOf } from '@atrium/contract/service-api/item-file-names';
import { diffVersions } from '@atrium/contract/service-api/version-changes';
import { NotFoundError } from '@atrium/host/errors';
import type { People } from '../../accounts/people.service.ts';
import type { Caller } from '../../http/caller.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { findLaterPlace } from './later-place.ts';

interface Parts extends ConfigurationParts {
  people: People;
}

/** Which version a file went with, and where it went. */
export class FileDeletions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async get(caller: Caller, serviceId: string, place: FilePlace): Promise<FileDeletion> {
    const { people, services, log } = this.#parts;
    const client = services.getClient(caller);
    const { version, liveVersion } = await client.call(serviceId, getDeletion, {
      body: toSourceFileBody(place),
    });
    const { parent, author } = version;
    const path = filePathOf(place);
    if (parent === null) throw new NotFoundError(`There is no version with ${path}.`);
    const params = { from: parent, to: version.version };
    const { files } = await client.call(serviceId, diffVersions, { params });
    const names = await people.listNames(author === null ? [] : [author]);
    const others = files.filter((file) => file.type === 'DELETED' && isOtherOf(path, filePathOf(file)));
    // Who deleted it is known without where it went, too.
    const later = await findLaterPlace(client, serviceId, { path, files, ...params }).catch(
      (err: unknown) => {
        log.warn({ err, serviceId }, 'Where a file was moved is not known.');
        return { movedTo: null, isMoveKnown: false };
      },
    );
    return {
      version: { ...version, user: names.get(author ?? '') ?? '' },
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
