import { useState } from 'react';
import { saveFile } from '../lib/save-file.ts';
import { type Change, useChange } from './use-change.ts';

/** Interval of progress updates. */
const SAY_EVERY_MS = 200;

export interface FileDownload extends Change {
  /** Bytes received so far. The total length is unknown before the end. */
  receivedBytes: number;
}

/** Saves a response as a file. Continues after its page was left. */
export function useDownload(
  name: string,
  ask: () => Promise<Response>,
  onSuccess?: () => void,
): FileDownload {
  const [receivedBytes, setReceivedBytes] = useState(0);
  const saving = useChange({
    mutationFn: async () => {
      setReceivedBytes(0);
      saveFile(name, await receive(await ask(), setReceivedBytes));
    },
    ...(onSuccess && { onSuccess }),
  });
  return { ...saving, receivedBytes };
}

async function receive({ body, headers }: Response, onReceived: (bytes: number) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  for (let reader = body?.getReader(); reader !== undefined; ) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    received += value.length;
    if (performance.now() - saidAt < SAY_EVERY_MS) continue;
    saidAt = performance.now();
    onReceived(received);
  }
  return new Blob(pieces, { type: headers.get('content-type') ?? '' });
}
