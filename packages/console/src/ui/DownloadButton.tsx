import { formatBytes } from '@atrium/contract/format-scale';
import { Button } from './Button.tsx';
import { Download } from './icons.ts';

interface DownloadButtonProps {
  /** Created by `useDownload`. */
  download: { isPending: boolean; receivedBytes: number; mutate: () => void };
  /** True until the download is known. */
  isDisabled?: boolean;
  children: string;
}

/** Saves a file, and shows the received size of a slow download. */
export function DownloadButton({ download, isDisabled = false, children }: DownloadButtonProps) {
  const { isPending, receivedBytes, mutate } = download;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        icon={<Download aria-hidden size={16} />}
        isBusy={isPending}
        disabled={isDisabled}
        onClick={() => mutate()}
      >
        {children}
      </Button>
      {isPending && receivedBytes > 0 && (
        <span className="tabular text-sm text-ink-soft">{formatBytes(receivedBytes)} received …</span>
      )}
    </span>
  );
}
