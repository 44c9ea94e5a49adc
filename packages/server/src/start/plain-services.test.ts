import pino from 'pino';
import { expect, test } from 'vitest';
import { startTestApp } from '../../test/support.ts';
import { readCommand } from '../commands/run-command.ts';
import { serviceCommands } from '../commands/service.commands.ts';
import { upsertService } from '../services/service.repository.ts';
import { warnOfPlainServices } from './plain-services.ts';

const PLAIN = 'http://weather.internal:9000';

async function startWithLog() {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  return { server: await startTestApp({ log }), lines };
}

test('a service on another machine is not registered to be called in the clear', async () => {
  const { server } = await startWithLog();
  await using _ = server;
  const register = (address: string, isTrusted: boolean) => {
    const { command, operands, options } = readCommand(serviceCommands, ['service', 'register', address]);
    if (!('run' in command)) throw new Error('it is carried out here');
    const config = { ...server.context.config, trustsNetwork: isTrusted };
    return command.run({ ...server.context, config }, operands, options);
  };
  await expect(register(PLAIN, false)).rejects.toThrow(
    `A service at ${PLAIN} would be called on another machine without encryption; take an https address, or set ATRIUM_TRUSTED_NETWORK=true`,
  );
  // Further than that it gets with the setting, with https, and on this machine.
  await expect(register('http://192.0.2.1.invalid:9', true)).rejects.toThrow('cannot be reached');
  await expect(register('https://192.0.2.1.invalid', false)).rejects.toThrow('cannot be reached');
  await expect(register('http://127.0.0.1:9', false)).rejects.toThrow('cannot be reached');
});

test('one that was registered before goes on, and each start names it', async () => {
  const { server, lines } = await startWithLog();
  await using _ = server;
  const { context } = server;
  const weather = { id: 'weather', name: 'Weather', group: 'Other', address: PLAIN };
  const more = { hasUi: false, isShipped: false, isTrusted: false, info: { fe: null, be: null } };
  await upsertService(context.db, { ...weather, ...more }, context.clock.now());
  const sinceNow = lines.length;
  await warnOfPlainServices({ ...context, config: { ...context.config, trustsNetwork: true } });
  expect(lines.slice(sinceNow)).toEqual([]);
  await warnOfPlainServices(context);
  expect(lines.slice(sinceNow).map((line) => JSON.parse(line))).toMatchObject([
    { serviceId: 'weather', msg: expect.stringContaining(`The service at ${PLAIN} is called`) },
  ]);
});
