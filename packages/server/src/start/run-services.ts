import { join } from 'node:path';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import type { Context, ContextParts } from '../context.ts';
import { VERSION } from '../paths.ts';
import { ownHost } from '../public-address.ts';
import type { Figures } from './figures.ts';
import { type ServicesProcess, startServicesProcess } from './services-process.ts';

/** All in one process, each below its id. */
const shippedServices = Object.values(SHIPPED_SERVICES);
const ALIVE_TIMEOUT_MS = 3_000;
const PASSES_AGAIN_MS = 2_000;

export interface RunningServices extends Omit<ServicesProcess, 'exchangeKeys'> {
  /** Whether they take calls. */
  readonly isReady: boolean;
}

interface Listeners extends Pick<Figures, 'readServices' | 'forgetServices'> {
  /** They are at another address than before. */
  onMoved: () => void;
}

const noOne: Listeners = { readServices() {}, forgetServices() {}, onMoved() {} };

/** Runs the shipped services, and says where this process calls them. */
export function runServices(
  context: Context,
  { connection, directConnection = connection }: Pick<ContextParts, 'connection' | 'directConnection'>,
  listeners: Listeners = noOne,
): RunningServices {
  const { accessKeys, config, services, log, publicUrl, secrets, tokens } = context;
  // Next to the web server they are reached only through it; alone they listen on the configured address.
  const isAlone = !config.roles.includes('web');
  const host = isAlone ? config.host : '127.0.0.1';
  const port = isAlone ? config.port : 0;
  let own = '';
  const isAlive = (signal: AbortSignal) => isAnswering(`${own}/health/live`, signal);
  // Next to the web server, which is drained first, nothing new comes when they are stopped.
  const drainMs = isAlone ? config.drainMs : 0;
  let isStopping = false;
  let isReady = false;
  const listKeys = () =>
    Promise.all(shippedServices.map(async ({ id }) => ({ id, ...(await accessKeys.ensureServiceKey(id)) })));
  const process = startServicesProcess({
    log,
    drainMs,
    isAlive,
    onLine: listeners.readServices,
    async prepare() {
      for (const service of shippedServices) await services.expectShipped(service);
      return {
        host,
        port,
        databaseConnection: connection,
        directConnection,
        platformUrl: publicUrl.get(),
        jwksUrl: `${publicUrl.get()}/auth/v1/public/jwks`,
        services: await listKeys(),
        valueKey: await secrets.ensureValueKey(),
        fetchAllowPrivate: config.fetchAllowPrivate,
        logLevel: config.logLevel,
        logFormat: config.logFormat,
        usageFolder: join(config.dataFolder, 'usage'),
        callLogDays: config.callLogDays,
        drainMs,
        extraCertificates: config.extraCertificates,
        tracing: config.tracing && { ...config.tracing, version: VERSION },
      };
    },
    async onReady(listening) {
      own = `http://${ownHost(host)}:${listening}`;
      for (const { id } of shippedServices) await services.register(`${own}/${id}`, { isShipped: true });
      services.expectOwnProcess(own);
      listeners.onMoved();
      // A key may have been replaced during the start.
      passSigningKeys();
      await passKeys();
      isReady = true;
    },
    async onEnded() {
      isReady = false;
      listeners.forgetServices();
      services.expectOwnProcess(undefined);
    },
  });
  async function passKeys(): Promise<void> {
    try {
      process.exchangeKeys({ accessKeys: await listKeys() });
    } catch (error) {
      // The old ones are good for a while.
      if (isStopping) return;
      log.warn({ err: error }, 'The services were not given their new keys yet.');
      setTimeout(() => void passKeys(), PASSES_AGAIN_MS).unref();
    }
  }
  const passSigningKeys = () => process.exchangeKeys({ signingKeys: tokens.listPublicKeys().keys });
  tokens.giveKeysTo(passSigningKeys);
  accessKeys.whenServiceKeyIsExchanged(() => void passKeys());
  return {
    ...process,
    get isReady() {
      return isReady;
    },
    async stop() {
      isStopping = true;
      await process.stop();
    },
  };
}

/** Any response counts: the process still accepts calls. */
async function isAnswering(address: string, signal: AbortSignal): Promise<boolean> {
  const timeout = AbortSignal.timeout(ALIVE_TIMEOUT_MS);
  return fetch(address, { signal: AbortSignal.any([timeout, signal]) }).then(
    async (response) => {
      await response.body?.cancel();
      return true;
    },
    () => false,
  );
}
