import type { AddressInfo } from 'node:net';
import { StartError } from '@atrium/host/start-error';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** Starts to listen; returns the port, which may have been left to the system. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw toListenError(error as NodeJS.ErrnoException, host, port);
  }
  return (app.server.address() as AddressInfo).port;
}

/** On its port, or, where that is only the one after the console's and in use, on any free one. */
export async function listenForFunctions(
  app: FastifyInstance,
  { host, functionsPort, functionsUrl }: Pick<Config, 'host' | 'functionsPort' | 'functionsUrl'>,
  consolePort: number,
): Promise<number> {
  const port = functionsPort ?? (consolePort < 65_535 ? consolePort + 1 : 0);
  try {
    await app.listen({ host, port });
  } catch (error) {
    const setting = { host: 'HOST', port: 'ATRIUM_FUNCTIONS_PORT' };
    if (functionsPort !== undefined || functionsUrl !== undefined)
      throw toListenError(error as NodeJS.ErrnoException, host, port, setting);
    await app.listen({ host, port: 0 });
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
