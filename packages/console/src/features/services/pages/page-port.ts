import { z } from 'zod';

/** Message type on both ends of the channel. */
const KIND = 'atrium-page';

const Hello = z.object({ kind: z.literal(KIND), nonce: z.string() });
const PageMessage = z.object({ id: z.int(), ask: z.unknown().optional(), call: z.unknown().optional() });
export type PageMessage = z.output<typeof PageMessage>;

type Respond = (message: PageMessage) => Promise<object>;

/**
 * Waits for the framed page to send its end of a channel: once, and only from the opened page. Every sandboxed page
 * has the same opaque origin, so the window and the nonce identify it. Returns a function that stops listening.
 */
export function listenToPage(frame: HTMLIFrameElement, nonce: string, respond: Respond): () => void {
  let port: MessagePort | undefined;
  function handleMessage({ source, origin, data, ports }: MessageEvent<unknown>) {
    const [given] = ports;
    if (port !== undefined || given === undefined) return;
    if (source !== frame.contentWindow || origin !== 'null') return;
    const hello = Hello.safeParse(data);
    if (!hello.success || hello.data.nonce !== nonce) return;
    port = given;
    port.onmessage = (event: MessageEvent<unknown>) => void reply(given, event.data, respond);
    port.postMessage({ kind: KIND, nonce });
  }
  // Another page in the frame may be of another service: it is not heard, and the first one no longer.
  let loads = 0;
  function handleLoad() {
    loads += 1;
    if (loads > 1) end();
  }
  function end() {
    removeEventListener('message', handleMessage);
    frame.removeEventListener('load', handleLoad);
    port?.close();
  }
  addEventListener('message', handleMessage);
  frame.addEventListener('load', handleLoad);
  return end;
}

async function reply(port: MessagePort, received: unknown, respond: Respond): Promise<void> {
  const message = PageMessage.safeParse(received);
  if (!message.success) return;
  const { id } = message.data;
  try {
    port.postMessage({ id, result: await respond(message.data) });
  } catch (error) {
    port.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
}
