import type { checkBodies, UnparsedFile } from '@atrium/contract/configuration/import';
import type { EndpointAnswer, EndpointInput } from '@atrium/contract/endpoint';
import type { Caller } from '../http/caller.ts';
import { AppError } from '../http/errors.ts';
import { changesTo } from './body-changes.ts';
import type { ConfigurationParts } from './configuration.ts';
import { runInThread } from './in-thread.ts';
import { readMetadata } from './live-configuration.ts';
import type { ContentFile } from './syntax.worker.ts';

export interface BodyChecks {
  /** Files that importing the bodies would make live though they cannot be parsed. */
  check(
    caller: Caller,
    bodies: EndpointInput<typeof checkBodies>['body']['confirmed'],
    signal: AbortSignal,
  ): Promise<EndpointAnswer<typeof checkBodies>['services']>;
}

const CHECK_TIMEOUT_MS = 60_000;

export function createBodyChecks({ services }: ConfigurationParts): BodyChecks {
  return {
    async check(caller, bodies, signal) {
      const checked: { serviceId: string; unparsed: UnparsedFile[] }[] = [];
      for (const { serviceId, body, baseVersion } of bodies) {
        const unparsed = await readMetadata(services.client(caller), serviceId, {
          version: baseVersion,
          signal,
        })
          .then((metadata) => findUnparsed(filesOf(changesTo(body, metadata)), signal))
          .catch((error: unknown) => {
            // Why a body cannot be imported is told for each service by the import.
            if (error instanceof AppError && error.kind !== 'unavailable') return [];
            throw error;
          });
        checked.push({ serviceId, unparsed });
      }
      return checked;
    },
  };
}

/** In a thread: an upload may hold megabytes of source. */
function findUnparsed(files: readonly ContentFile[], signal: AbortSignal): Promise<UnparsedFile[]> {
  return runInThread(new URL('./syntax.worker.ts', import.meta.url), files, {
    signal,
    timeoutMs: CHECK_TIMEOUT_MS,
    tooLong: 'Looking for files that cannot be parsed takes too long.',
  });
}

function filesOf(folders: ReturnType<typeof changesTo>): ContentFile[] {
  return folders.flatMap(({ name: folder, files }) =>
    files.flatMap(({ name, content }) =>
      content === undefined ? [] : { filePath: `${folder}/${name}`, content },
    ),
  );
}
