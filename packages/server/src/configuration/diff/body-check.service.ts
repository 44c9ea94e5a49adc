import type { checkBodies, UnparsedFile } from '@atrium/contract/configuration/import';
import type { EndpointInput, EndpointResponse } from '@atrium/contract/endpoint';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { AppError } from '@atrium/host/errors';
import { runInThread } from '@atrium/host/in-thread';
import type { Caller } from '../../http/caller.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { readMetadata } from '../live-configuration.ts';
import { changesTo } from './body-changes.ts';
import type { ContentFile } from './syntax.worker.ts';

const CHECK_TIMEOUT_MS = 60_000;

export class BodyChecks {
  readonly #parts: ConfigurationParts;

  constructor(parts: ConfigurationParts) {
    this.#parts = parts;
  }

  /** Files that importing the bodies would make live though they cannot be parsed. */
  async check(
    caller: Caller,
    bodies: EndpointInput<typeof checkBodies>['body']['confirmed'],
    signal: AbortSignal,
  ): Promise<EndpointResponse<typeof checkBodies>['services']> {
    const checked: { serviceId: string; unparsed: UnparsedFile[] }[] = [];
    for (const { serviceId, body, baseVersion } of bodies) {
      const unparsed = await readMetadata(this.#parts.services.getClient(caller), serviceId, {
        version: baseVersion,
        signal,
      })
        .then((metadata) => findUnparsed(filesOf(changesTo(body, metadata)), signal))
        .catch((error: unknown) => {
          // The import reports for each service why a body cannot be imported.
          if (error instanceof AppError && error.kind !== 'unavailable') return [];
          throw error;
        });
      checked.push({ serviceId, unparsed });
    }
    return checked;
  }
}

/** In a thread: an upload may hold megabytes of source. */
function findUnparsed(files: readonly ContentFile[], signal: AbortSignal): Promise<UnparsedFile[]> {
  return runInThread(new URL('./syntax.worker.ts', import.meta.url), files, {
    signal,
    timeoutMs: CHECK_TIMEOUT_MS,
    tooLong: 'Looking for files that cannot be parsed takes too long.',
  });
}

function filesOf(changes: ReturnType<typeof changesTo>): ContentFile[] {
  return changes.flatMap(({ content, ...place }) =>
    content === undefined ? [] : { filePath: filePathOf(place), content },
  );
}
