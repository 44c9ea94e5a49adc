import { returnToVersion } from '@atrium/contract/configuration/versions';
import { type FilePlace, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { Service } from '@atrium/contract/services/service';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { showToast } from '../../../ui/toast.ts';
import { readAfterNewVersion } from '../files/read-after-new-version.ts';
import { useFollowedChange } from '../live-change/use-followed-change.ts';

interface Return {
  service: Pick<Service, 'id' | 'name'>;
  version: number;
  /** The one that is live, as far as the person sees. */
  liveVersion: number;
  /** The places of one file only: the one that it was moved from, too. */
  files: readonly FilePlace[] | undefined;
  /** Set if only one version is undone. */
  undoneVersion?: number | undefined;
  onDone: () => void;
}

/** Rolls back to an earlier version, as a new version, and confirms with a toast. `progress` is the operation id. */
export function useReturn({ service, version, liveVersion, files, undoneVersion, onDone }: Return) {
  const client = useQueryClient();
  const request = {
    params: { serviceId: service.id, version },
    body: { baseVersion: liveVersion, ...(files && { files: [...files] }) },
  };
  const { mutate, ...returning } = useFollowedChange({
    mutationFn: ({ params, body }: typeof request, progress) =>
      call(returnToVersion, { params, body: { ...body, progress } }, { idempotencyKey: progress }),
    changes: () => [service.id],
    onSuccess: ({ version: made, backupId }) => {
      const what = files ? files.map(filePathOf).join(' and ') : service.name;
      const are = files && files.length > 1 ? 'are' : 'is';
      showToast(
        backupId === null
          ? `${what} ${are} already as in version ${version}.`
          : undoneVersion === undefined
            ? `Version ${made} is live: ${what} ${are} as in version ${version}.`
            : `Version ${undoneVersion} of ${service.name} is undone: version ${made} is live.`,
      );
      void readAfterNewVersion(client, [service.id]);
      onDone();
    },
  });
  return { ...returning, mutate: () => mutate(request) };
}
