import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedMessage {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface WebhookReceiver extends AsyncDisposable {
  url: string;
  received: ReceivedMessage[];
  /** What it answers with from now on; undefined: nothing. */
  answer: { status: number; headers?: Record<string, string>; body?: string } | undefined;
}

/** A program elsewhere that is told things over HTTP. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, body });
      const { answer } = receiver;
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: { status: 204 },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
