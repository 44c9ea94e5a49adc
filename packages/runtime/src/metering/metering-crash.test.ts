import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageBatch } from '@atrium/contract/service-api/functions/usage';
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { startServicesProcess } from '../../test/services-process.ts';
import { ann, createTestDatabase, publicKeys, signServiceToken } from '../../test/support.ts';

const ROUNDS = 4;
const CALLERS = 6;

/** Response of the platform to a batch: 'taken unheard' stores it but loses the response. */
type Fate = 'refused' | 'lost' | 'taken unheard' | 'taken';

/** The first two by rule: there are few, and chance may spare all. */
function drawFate(batch: number): Fate {
  if (batch === 1) return 'taken unheard';
  if (batch === 2) return 'refused';
  const chance = Math.random();
  if (chance < 0.2) return 'refused';
  if (chance < 0.3) return 'lost';
  return chance < 0.5 ? 'taken unheard' : 'taken';
}

/** Each answered call counts once, despite crashes of the services and lost connections to the platform. */
it('counts each answered call exactly once through kills, refused batches and lost answers', async () => {
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'atrium-usage-'));
  const machineKey = await generateKeyPair('EdDSA', { extractable: true });
  const machineKeys = createLocalJWKSet({
    keys: [{ ...(await exportJWK(machineKey.publicKey)), kid: 'key-1', alg: 'EdDSA' }],
  });

  // The platform: takes each event once, loses answers, fails, and is sometimes away.
  const events = new Map<string, UsageBatch['events'][number]>();
  const contradictions: string[] = [];
  let batches = 0;
  let repeated = 0;
  let isCalm = false;
  const platform = createServer((request, response) => {
    void (async () => {
      if (request.method === 'GET') return response.end(JSON.stringify(publicKeys));
      await jwtVerify(request.headers.authorization?.slice(7) ?? '', machineKeys, {
        audience: 'atrium',
        requiredClaims: ['iat', 'exp'],
      });
      let text = '';
      for await (const chunk of request) text += String(chunk);
      batches += 1;
      const fate = isCalm ? 'taken' : drawFate(batches);
      if (fate === 'refused') return response.writeHead(503).end();
      if (fate === 'lost') return response.destroy();
      if (!isCalm) await sleep(Math.random() * 100);
      for (const event of UsageBatch.parse(JSON.parse(text)).events) {
        const known = events.get(event.id);
        if (known) repeated += 1;
        // An event that comes again must say the same as before.
        if (known && JSON.stringify(known) !== JSON.stringify(event)) contradictions.push(event.id);
        events.set(event.id, event);
      }
      return fate === 'taken unheard' ? response.destroy() : response.writeHead(204).end();
    })().catch(() => response.destroy());
  });
  platform.listen(0, '127.0.0.1');
  await once(platform, 'listening');
  const platformUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  const settings = {
    port: 0,
    databaseConnection: database.connection,
    jwksUrl: `${platformUrl}/auth/v1/public/jwks`,
    platformUrl,
    services: [
      { id: 'hyper-dispatch', accessKeyId: 'key-1', privateJwk: await exportJWK(machineKey.privateKey) },
    ],
    logLevel: 'silent',
    usageFolder: folder,
  };

  const answered = new Set<string>();
  const unanswered = new Set<string>();
  async function callUntilKilled(port: number, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const userId: string = randomUUID();
      const authorization = `Bearer ${await signServiceToken({ ...ann, userId }, 'hyper-dispatch')}`;
      try {
        const response = await fetch(`http://127.0.0.1:${port}/hyper-dispatch/invoke/greet`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: '{}',
        });
        await response.text();
        (response.status === 200 ? answered : unanswered).add(userId);
      } catch {
        unanswered.add(userId);
      }
    }
  }

  for (let round = 0; round < ROUNDS; round++) {
    const { child, ready } = await startServicesProcess(settings);
    let isOver = false;
    const callers = Array.from({ length: CALLERS }, () => callUntilKilled(ready?.port ?? 0, () => isOver));
    // Not before calls are answered and usage has been sent, however slow the machine is; then at any moment.
    const before = answered.size;
    while (answered.size < before + 15 || batches < round) await sleep(20);
    await sleep(Math.random() * 1000);
    child.kill('SIGKILL');
    isOver = true;
    await Promise.all(callers);
  }
  // A last process ships the remaining usage.
  isCalm = true;
  const { child } = await startServicesProcess(settings);
  child.stdin?.end();
  await once(child, 'exit');
  platform.close();
  await database.drop();
  rmSync(folder, { recursive: true });

  const counted = new Map<string, number>();
  for (const { type, userId, quantity } of events.values()) {
    if (type === 'COUNTER') counted.set(userId, (counted.get(userId) ?? 0) + quantity);
  }
  expect(answered.size).toBeGreaterThan(50);
  expect([...answered].filter((userId) => counted.get(userId) !== 1)).toEqual([]);
  expect(
    [...counted].filter(
      ([userId, count]) => count !== 1 || !(answered.has(userId) || unanswered.has(userId)),
    ),
  ).toEqual([]);
  expect(contradictions).toEqual([]);
  expect(repeated).toBeGreaterThan(0);
}, 300_000);
