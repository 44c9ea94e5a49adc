import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { AppError } from '@atrium/host/errors';
import { demoPeople } from '../accounts/people/demo-people.ts';
import { toCaller } from '../accounts/people/people.seed.ts';
import { Audit } from '../audit/audit.service.ts';
import { createRandom } from '../clock.ts';
import type { ConfigurationParts } from './configuration-parts.ts';
import { type DemoChange, STARTER_VERSION } from './demo-changes.ts';
import { updateVersionTime } from './demo-time.repository.ts';
import { ServiceChanges, type ServiceChangesParts } from './import/service-change.service.ts';
import type { FileChange, ServiceChange } from './import/service-change.ts';
import { checksumsOf } from './live-configuration.ts';
import { Operations } from './operations.service.ts';

const CONTENT_FOLDER = join(import.meta.dirname, 'seed-content');
const SERVICES = ['hyper-dispatch', 'content'];

/** The domain has its configuration since then, as it came. The services have to run. */
export async function fillConfiguration(
  { db, services }: Pick<ServiceChangesParts, 'db' | 'services'>,
  by: DemoChange['by'],
  time: Date,
): Promise<void> {
  const caller = toCaller(demoPeople[by]);
  for (const serviceId of SERVICES) {
    await services.getClient(caller).call(serviceId, exportMetadata, { query: {} });
    await updateVersionTime(db, { domainId: caller.domainId, serviceId, version: STARTER_VERSION }, time);
  }
}

/** Makes a change as its author did then: with a version, a backup and a log entry, or refused with a log entry. */
export async function submitChange(
  parts: Omit<ServiceChangesParts, 'coverage'> & Pick<ConfigurationParts, 'log'>,
  { by, message, content }: DemoChange,
  time: Date,
): Promise<void> {
  const caller = toCaller(demoPeople[by]);
  const clock = { now: () => time };
  const random = createRandom(clock);
  const audit = new Audit({ clock, random });
  // A domain that is being furnished demands nothing yet.
  const coverage = { ensure: () => Promise.resolve() };
  const serviceChanges = new ServiceChanges({ ...parts, clock, random, audit, coverage });
  const operations = new Operations({ ...parts, clock, random });
  const options = { id: undefined, signal: new AbortController().signal };
  const backupKey = random.id();
  for (const serviceId of readdirSync(join(CONTENT_FOLDER, content))) {
    const live = await serviceChanges.readBase(caller, { serviceId });
    const on = { serviceId, baseVersion: live.version, base: checksumsOf(live) };
    const changes = readChanges(join(CONTENT_FOLDER, content, serviceId));
    const action = 'configuration.import';
    const change: ServiceChange = { ...on, changes, message, commitSha: null, backupKey, action };
    try {
      const { version, backupId } = await operations.change(caller, 'IMPORT', options, ({ attempt }) =>
        serviceChanges.submit(caller, change, attempt),
      );
      // Without a backup the change was made before, and the live files may be someone's work.
      if (backupId === null) continue;
      await updateVersionTime(parts.db, { domainId: caller.domainId, serviceId, version }, time);
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'unprocessable')) throw error;
    }
  }
}

function readChanges(service: string): FileChange[] {
  return readdirSync(service, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .map((path) => ({
      ...filePlaceOf(path),
      action: 'remote',
      content: readFileSync(join(service, path), 'utf8'),
    }));
}
