import { expect, it, onTestFinished } from 'vitest';
import { listenToPage } from './page-port.ts';

/** Opens a page with an opaque origin that sends a hello with each nonce and reports the answers by its port. */
async function openPage(nonce: string, hellos: string[], { isSandboxed = true } = {}): Promise<string[]> {
  const frame = document.createElement('iframe');
  if (isSandboxed) frame.setAttribute('sandbox', 'allow-scripts');
  const seen: string[] = [];
  const end = listenToPage(frame, nonce, async ({ ask }) => {
    seen.push(String(ask));
    return {};
  });
  frame.srcdoc = `<script>
    for (const nonce of ${JSON.stringify(hellos)}) {
      const { port1, port2 } = new MessageChannel();
      parent.postMessage({ kind: 'atrium-page', nonce }, '*', [port2]);
      port1.postMessage({ id: 1, ask: nonce });
    }
    parent.postMessage('done', '*');
  </script>`;
  const done = new Promise<void>((resolve) => {
    addEventListener('message', function listen({ data, source }) {
      if (data !== 'done' || source !== frame.contentWindow) return;
      removeEventListener('message', listen);
      resolve();
    });
  });
  document.body.append(frame);
  onTestFinished(() => {
    end();
    frame.remove();
  });
  await done;
  // A channel of our own, sent last, is answered last.
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => resolve();
    port1.postMessage('');
  });
  return seen;
}

it('hears the page in its frame by the nonce, once', async () => {
  await expect.poll(async () => openPage('right', ['wrong', 'right', 'right'])).toEqual(['right']);
});

it('hears no page that has an origin, and none with another nonce', async () => {
  expect(await openPage('right', ['right'], { isSandboxed: false })).toEqual([]);
  expect(await openPage('right', ['wrong'])).toEqual([]);
});

it('does not hear another window, whatever it says', async () => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  document.body.append(frame);
  const seen: unknown[] = [];
  const end = listenToPage(frame, 'right', async (message) => {
    seen.push(message);
    return {};
  });
  onTestFinished(() => {
    end();
    frame.remove();
  });
  expect(await openPage('other', ['right'])).toEqual([]);
  expect(seen).toEqual([]);
});
