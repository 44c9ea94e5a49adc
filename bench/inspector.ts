import { once } from 'node:events';
import { freePort } from './product.ts';

/** Looks into a running process by the protocol of its debugger. */
export interface Inspector {
  /** Megabytes that cannot be given back: heap and buffers, right after a collection. */
  readLiveMegabytes(): Promise<number>;
  close(): void;
}

/** The argument that lets a process be looked into at this port. */
export async function inspectable(): Promise<{ argument: string; port: number }> {
  const port = await freePort();
  return { argument: `--inspect=127.0.0.1:${port}`, port };
}

export async function openInspector(port: number): Promise<Inspector> {
  const listed = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await listed.json()) as [{ webSocketDebuggerUrl: string }];
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  const waiting = new Map<number, (result: unknown) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  const send = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
  return {
    async readLiveMegabytes() {
      await send('HeapProfiler.collectGarbage');
      const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
      const evaluated = await send('Runtime.evaluate', { expression, returnByValue: true });
      return (evaluated as { result: { value: number } }).result.value / 1024 / 1024;
    },
    close: () => socket.close(),
  };
}
