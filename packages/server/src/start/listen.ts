import type { AddressInfo } from 'node:net';
import { StartError } from '@atrium/host/start-error';
import type { FastifyInstance } from 'fastify';

/** Starts to listen; returns the port, which may have been left to the system. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw toListenError(error as NodeJS.ErrnoException, host, port);
  }
  return (app.server.address() as AddressInfo).port;
}

/** In a sentence that names the settings of the port. */
export function toListenError(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  setting = { host: 'HOST', port: 'PORT' },
): Error {
  switch (error.code ?? '') {
    case 'EADDRINUSE':
      return new StartError(
        `The port ${port} on ${host} is in use; stop the program that listens there, or choose another with ${setting.port}.`,
      );
    case 'EACCES':
      return new StartError(`This user may not listen on port ${port}; choose another with ${setting.port}.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`This machine has no address ${host} to listen on; correct ${setting.host}.`);
    default:
      return error;
  }
}
