import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GIT_TIMEOUT_MS } from '@atrium/contract/configuration/limits';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { mostConnections } from '../../test/connection-parts.ts';
import {
  OPS_FOLDER,
  readComposeFile,
  readComposeProcesses,
  readImageSettings,
  readKubernetesProcesses,
  readManifests,
  readSample,
  readSystemdProcesses,
  type SampleProcess,
} from '../../test/ops-samples.ts';
import { type Role, readConfig, SETTING_NAMES } from '../config.ts';
import { startOpsServer } from './ops-server.ts';

const PROCESSES: [string, SampleProcess][] = [
  ...readComposeProcesses(),
  ...readSystemdProcesses(),
  ...readKubernetesProcesses(),
].map((sample) => [sample.name, sample]);
const ROOT = join(OPS_FOLDER, '..');
/** What PostgreSQL keeps for superusers, what a start opens for a moment, and a backup. */
const SPARE_CONNECTIONS = 3 + 3 + 1;
/** Not ours: where programs are, and which libraries are to be quick. */
const OF_THE_SYSTEM = ['PATH', 'NODE_ENV'];
/** What a process takes after its drain until it is killed: docs/operating.md. */
const GRACE_SECONDS = 45;

test('every way to deploy runs all roles', () => {
  for (const way of ['compose', 'systemd', 'kubernetes']) {
    const roles = PROCESSES.filter(([name]) => name.startsWith(way)).map(
      ([, { settings }]) => settings['ATRIUM_ROLES'],
    );
    expect(new Set(roles), way).toEqual(new Set(['jobs', 'services', 'web']));
  }
});

test('a web process knows of the backups that those with jobs make', () => {
  for (const way of ['compose', 'systemd', 'kubernetes']) {
    const folderOf = (role: Role) =>
      PROCESSES.filter(
        ([name, { settings }]) => name.startsWith(way) && settings['ATRIUM_ROLES'] === role,
      ).map(([, { settings }]) => settings['ATRIUM_BACKUP_DIR']);
    const [folder] = folderOf('jobs');
    expect(folder, way).toMatch(/^\/.*backups$/);
    expect(new Set([...folderOf('jobs'), ...folderOf('web')]), way).toEqual(new Set([folder]));
  }
});

test('services, where the code of customers runs, have no secrets of mails and payments', () => {
  for (const way of ['compose', 'systemd', 'kubernetes']) {
    const secretsOf = (role: Role) =>
      PROCESSES.filter(
        ([name, { settings }]) => name.startsWith(way) && settings['ATRIUM_ROLES'] === role,
      ).map(([, { settings }]) => Object.entries(settings).filter(([name]) => /^(SMTP|STRIPE)_/.test(name)));
    for (const secrets of secretsOf('services')) expect(secrets, way).toEqual([]);
    const [first] = secretsOf('jobs');
    expect(first, way).toHaveLength(3);
    for (const secrets of secretsOf('web')) expect(secrets, way).toEqual(first);
  }
});

test.each(PROCESSES)('%s starts with its settings, and ends in the time that it has', (_, sample) => {
  const unknown = Object.keys(sample.settings).filter(
    (name) => !SETTING_NAMES.includes(name) && !OF_THE_SYSTEM.includes(name),
  );
  expect(unknown).toEqual([]);
  const config = readConfig(sample.settings);
  expect(sample.graceSeconds).toBeGreaterThanOrEqual(config.drainMs / 1000 + GRACE_SECONDS);
});

test.each(PROCESSES.filter(([, { probes }]) => probes.length > 0))(
  '%s is asked how it is where it answers',
  async (_, { settings, probes }) => {
    const config = readConfig(settings);
    const ops = await startOpsServer(
      { ...config, opsHost: '127.0.0.1', opsPort: 0 },
      new Registry(),
      async () => true,
    );
    onTestFinished(() => ops.stop());
    for (const { port, path } of probes) {
      expect(port).toBe(String(config.opsPort));
      expect((await fetch(`http://127.0.0.1:${ops.port}${path}`)).status, path).toBe(200);
    }
  },
);

test('Node is started as `npm start` does it', () => {
  const start = readFileSync(join(ROOT, 'tools/start.mjs'), 'utf8');
  const [, flag = ''] = /^const SMALL_NURSERY = '(--[\w-]+=\d+)';$/m.exec(start) ?? [];
  expect(flag).not.toBe('');
  const [, entry = ''] = /^ENTRYPOINT (\[.*\])$/m.exec(readSample('Containerfile')) ?? [];
  expect(JSON.parse(entry)).toEqual(['tini', '--', 'node', flag, '/app/packages/server/src/main.ts']);
  const [, unit = ''] = /^ExecStart=(.*)$/m.exec(readSample('systemd/atrium@.service')) ?? [];
  const program = '/opt/atrium/packages/server/src/main.ts';
  expect(unit.split(' ')).toEqual(['/opt/atrium/node_modules/node/bin/node', flag, program]);
});

test('samples name no setting that is not read', () => {
  const files = readdirSync(OPS_FOLDER, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => readSample(`${parentPath.slice(OPS_FOLDER.length)}/${name}`));
  expect(texts.length).toBeGreaterThan(12);
  const named = new Set(
    texts.flatMap((text) => text.match(/\b(ATRIUM|DATABASE|SMTP|STRIPE)_[A-Z_]+\b/g) ?? []),
  );
  expect(named.size).toBeGreaterThan(10);
  expect([...named].filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
});

test('the handbook runs commands in processes that there are', () => {
  const handbook = readFileSync(join(ROOT, 'docs/deploying.md'), 'utf8');
  const composed = [...handbook.matchAll(/docker compose exec ([\w-]+) atrium/g)].map(([, name]) => name);
  expect(new Set(composed)).toEqual(new Set(['jobs', 'web-1']));
  expect(Object.keys(readComposeFile().services)).toEqual(expect.arrayContaining(composed));
  const deployed = [...handbook.matchAll(/exec deploy\/(\w+) -- atrium/g)].map(([, name]) => name);
  expect(new Set(deployed)).toEqual(new Set(['jobs', 'web']));
  const deployments = readManifests().filter(({ kind }) => kind === 'Deployment');
  expect(deployments.map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(deployed));
});

test('proxies lead to the web processes, at the port of the image, with the largest body', () => {
  const { services } = readComposeFile();
  const web = Object.entries(services)
    .filter(([, { environment }]) => environment?.['ATRIUM_ROLES'] === 'web')
    .map(([name]) => `${name}:${readImageSettings()['PORT']}`);
  expect(web.length).toBeGreaterThan(1);
  const nginx = readSample('proxy/nginx.conf');
  expect([...nginx.matchAll(/^ +server (\S+) /gm)].map(([, address]) => address)).toEqual(web);
  expect(nginx).toContain('client_max_body_size 64m;');
  // Which nginx behind an ingress cannot do for some methods only.
  expect(readSample('kubernetes/web.yaml')).toContain(
    'nginx.ingress.kubernetes.io/proxy-next-upstream: "off"',
  );
  const caddy = readSample('proxy/Caddyfile');
  expect(caddy).toContain(`reverse_proxy ${web.join(' ')} {`);
  expect(caddy).toContain('max_size 64MiB');
});

test('web and jobs call the services at the one address that leads to all of them', () => {
  const { services } = readComposeFile();
  const upstreams = Object.entries(services)
    .filter(([, { environment }]) => environment?.['ATRIUM_ROLES'] === 'services')
    .map(([name]) => `${name}:${readImageSettings()['PORT']}`);
  expect(upstreams.length).toBeGreaterThan(1);
  const nginx = readSample('proxy/nginx-services.conf');
  expect([...nginx.matchAll(/^ +server (\S+) /gm)].map(([, address]) => address)).toEqual(upstreams);
  const [, listening] = /^ +listen (\d+);$/m.exec(nginx) ?? [];
  const systemd = readSystemdProcesses().find(({ settings }) => settings['ATRIUM_ROLES'] === 'services');
  const service = readManifests().find(
    ({ kind, metadata }) => kind === 'Service' && metadata.name === 'services',
  );
  const addresses = {
    compose: `http://proxy:${listening}`,
    systemd: `http://${systemd?.settings['HOST']}:${systemd?.settings['PORT']}`,
    kubernetes: `http://services:${service?.spec?.ports?.[0]?.port}`,
  };
  for (const [way, address] of Object.entries(addresses)) {
    const callers = PROCESSES.filter(
      ([name, { settings }]) => name.startsWith(way) && settings['ATRIUM_ROLES'] !== 'services',
    );
    for (const [name, { settings }] of callers) expect(settings['ATRIUM_SERVICES_URL'], name).toBe(address);
  }
});

test('a container believes the proxy alone, and nginx finds web and services where they were', () => {
  const { services, networks } = readComposeFile();
  const fixed = ['proxy', 'web-1', 'web-2', 'services-1', 'services-2'].map(
    (name) => services[name]?.networks?.default['ipv4_address'],
  );
  const [{ subnet, ...rest }] = networks.default.ipam.config;
  const network = subnet?.replace(/\d+\/24$/, '');
  // Neither the first address, from which comes what Docker itself passes on, nor one that others are given.
  expect(fixed).toEqual([10, 11, 12, 21, 22].map((last) => `${network}${last}`));
  expect(rest).toEqual({ gateway: `${network}1`, ['ip_range']: `${network}128/25` });
  expect(services['web-1']?.environment?.['ATRIUM_TRUSTED_PROXIES']).toBe(fixed[0]);
});

test('proxies wait for the longest answer', () => {
  const waits = [
    /proxy_read_timeout (\d+)s;/.exec(readSample('proxy/nginx.conf')),
    /response_header_timeout (\d+)s$/m.exec(readSample('proxy/Caddyfile')),
    /proxy-read-timeout: "(\d+)"/.exec(readSample('kubernetes/web.yaml')),
  ].map((found) => Number(found?.[1]));
  for (const seconds of waits) expect(seconds * 1000).toBeGreaterThan(2 * GIT_TIMEOUT_MS);
});

test('nginx asks a restarted process again before the next one may be gone', () => {
  const drains = PROCESSES.map(([, { settings }]) => readConfig(settings))
    .filter(({ roles }) => roles.includes('web'))
    .map(({ drainMs }) => drainMs);
  const times = [...readSample('proxy/nginx.conf').matchAll(/fail_timeout=(\d+)s;/g)];
  expect(times.length).toBeGreaterThan(1);
  for (const [, seconds] of times) expect(Number(seconds) * 1000).toBeLessThan(Math.min(...drains));
  expect(readSample('proxy/nginx-services.conf').match(/^ +server .* max_fails=0;$/gm)).toHaveLength(2);
});

test('units, and the command of operators, work in folders that they may write to', () => {
  const unit = readSample('systemd/atrium@.service');
  const [, folders = ''] = /^StateDirectory=(.*)$/m.exec(unit) ?? [];
  const writable = folders.split(' ').map((folder) => `/var/lib/${folder}`);
  const [, backups = ''] = /^ATRIUM_BACKUP_DIR=(.*)$/m.exec(readSample('systemd/jobs.env')) ?? [];
  expect(writable).toContain(backups);
  const command = readSample('systemd/atrium');
  for (const one of [unit, command]) expect(one).toContain('PrivateTmp=yes');
  const [, program = ''] = /^ExecStart=(\S+)/m.exec(unit) ?? [];
  expect(command).toContain(`${program} /opt/atrium/packages/server/src/commands/main.ts "$@"`);
  expect(command).toContain(`StateDirectory=${folders.replace('%i', 'jobs')}'`);
  expect(writable).toContain(/ATRIUM_DATA=(\S+)/.exec(command)?.[1]?.replace(/jobs$/, '%i'));
});

test('pods may write to their volumes only, are nobody, and are not all stopped at once', () => {
  const manifests = readManifests();
  const secrets = readSample('kubernetes/settings.yaml').match(/(?<=--from-literal=)[\w-]+/g);
  const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget');
  const workloads = manifests.filter(({ spec }) => spec?.template !== undefined);
  expect(workloads.map(({ metadata }) => metadata.name)).toEqual(['jobs', 'services', 'web']);
  for (const { metadata: workload, spec } of workloads) {
    const { metadata, spec: pod } = spec?.template ?? {};
    expect(spec?.replicas).toBeGreaterThan(1);
    expect(pod?.securityContext.runAsNonRoot).toBe(true);
    expect(metadata?.labels).toEqual(spec?.selector?.matchLabels);
    expect(budgets.map((budget) => budget.spec?.selector?.matchLabels)).toContainEqual(metadata?.labels);
    for (const { env, securityContext } of pod?.containers ?? []) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      const keys = env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.key ?? []);
      const needed = secrets?.filter((key) => workload.name !== 'services' || !/^(smtp|stripe)-/.test(key));
      expect(keys.toSorted()).toEqual(needed?.toSorted());
    }
  }
});

test('PostgreSQL has the connections that all processes together may open', () => {
  const handbook = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
  const rows = [...handbook.matchAll(/^\| (`\w+`|all of them)[^|]* \|((?: *\d* *\|){7})$/gm)];
  const shown = rows.map(([, name, cells = '']) => [name, cells.split('|').slice(0, 7).map(Number)]);
  const columns = ['Pool', 'Slow calls', 'Tests', 'Listening', 'Readiness', 'Queue', undefined] as const;
  const rowOf = (name: string, ...roles: Role[]) => [name, columns.map((one) => mostConnections(roles, one))];
  expect(shown).toEqual([
    rowOf('`web`', 'web'),
    rowOf('`jobs`', 'jobs'),
    rowOf('`services`', 'services'),
    rowOf('all of them', 'web', 'jobs', 'services'),
  ]);
  const sumOf = (roles: readonly Role[]) => roles.reduce((sum, role) => sum + mostConnections([role]), 0);

  const cluster = readFileSync(join(ROOT, 'e2e/support/cluster.ts'), 'utf8');
  const [, list = ''] = /^const ROLES = \[(.*)\]/m.exec(cluster) ?? [];
  const roles = [...list.matchAll(/'(\w+)'/g)].map(([, role]) => role as Role);
  expect(roles.length).toBe(7);
  expect(handbook).toContain(`may open ${sumOf(roles)};`);
  const [, ofCluster] = /^const CONNECTIONS = (\d+);$/m.exec(cluster) ?? [];
  expect(Number(ofCluster)).toBeGreaterThanOrEqual(sumOf(roles) + SPARE_CONNECTIONS);

  const composed = sumOf(readComposeProcesses().map(({ settings }) => settings['ATRIUM_ROLES'] as Role));
  const compose = readSample('compose.yaml');
  expect(compose).toContain(`open ${composed} connections at most`);
  const [, ofCompose] = /max_connections=(\d+)/.exec(compose) ?? [];
  expect(Number(ofCompose)).toBeGreaterThanOrEqual(composed + SPARE_CONNECTIONS);
});
