import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '@atrium/host/start-error';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Config, readConfig } from './config.ts';

test('without any setting there are defaults for everything', () => {
  expect(readConfig({ PORT: '', LOG_LEVEL: ' ' })).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    dataFolder: `${process.cwd()}/data`,
    trustedProxies: ['127.0.0.0/8', '::1'],
    databaseUrl: undefined,
    roles: ['web', 'jobs', 'services'],
    gitAllowPrivate: false,
    gitApps: [],
    identityAllowPrivate: false,
    gitCacheMegabytes: 2048,
    usageEventDays: 400,
    testRunDays: 400,
    callLogDays: 14,
    logDays: undefined,
    endedDays: 30,
    jobDays: 7,
    logLevel: 'warn',
    logFormat: 'text',
  });
});

const GITHUB = {
  ATRIUM_GITHUB_APP_ID: '31415',
  ATRIUM_GITHUB_APP_SLUG: 'atrium',
  ATRIUM_GITHUB_CLIENT_ID: 'Iv1',
  ATRIUM_GITHUB_CLIENT_SECRET: 'hush',
};

const SELLER = {
  ATRIUM_SELLER_NAME: 'Cloud GmbH',
  ATRIUM_SELLER_ADDRESS: 'Ring 1; 1010 Wien;',
  ATRIUM_SELLER_EMAIL: 'bills@cloud.example',
};

test('the seller is set, and states a tax or why there is none once there is a VAT number', () => {
  const percent = { ...SELLER, ATRIUM_SELLER_TAX_PERCENT: '20' };
  expect(readConfig({ ...percent, ATRIUM_SELLER_VAT: 'ATU12345678' }).seller).toEqual({
    name: 'Cloud GmbH',
    address: ['Ring 1', '1010 Wien'],
    email: 'bills@cloud.example',
    vat: 'ATU12345678',
    taxPercent: 20,
    noTaxReason: null,
  });
  const vat = { ...SELLER, ATRIUM_SELLER_VAT: 'CHE-116.281.710 MWST' };
  expect(() => readConfig(vat)).toThrow(/^ATRIUM_SELLER_VAT is set, so invoices have to state a tax/);
  expect(() => readConfig(percent)).toThrow(/needs ATRIUM_SELLER_VAT/);
  const reason = { ATRIUM_SELLER_NO_TAX_REASON: 'small business' };
  expect(() => readConfig({ ...vat, ...percent, ...reason })).toThrow(/exclude each other/);
  expect(readConfig({ ...vat, ...reason }).seller.noTaxReason).toBe('small business');
});

test('a seller is named whole or not at all, and whole where payments are real', () => {
  expect(readConfig({}).seller.noTaxReason).toBe('the seller is an example');
  const { ATRIUM_SELLER_EMAIL: _, ...unreachable } = SELLER;
  expect(() => readConfig(unreachable)).toThrow(/^ATRIUM_SELLER_NAME is set, but ATRIUM_SELLER_EMAIL is not/);
  expect(() => readConfig({ ATRIUM_SELLER_NO_TAX_REASON: 'small business' })).toThrow(
    /ATRIUM_SELLER_NAME is not/,
  );
  expect(() => readConfig({ ...SELLER, ATRIUM_SELLER_ADDRESS: ' ; ' })).toThrow(
    /^ATRIUM_SELLER_ADDRESS must be/,
  );
  const keys = (kind: string) => ({
    STRIPE_SECRET_KEY: `rk_${kind}_1`,
    STRIPE_PUBLISHABLE_KEY: `pk_${kind}_1`,
  });
  expect(readConfig(keys('test')).stripeSecretKey).toBe('rk_test_1');
  expect(() => readConfig(keys('live'))).toThrow(/so invoices have to name who sells/);
  const live = { ...keys('live'), ...SELLER };
  expect(() => readConfig(live)).toThrow(/so invoices have to state a tax, or why there is none/);
  const reason = { ATRIUM_SELLER_NO_TAX_REASON: 'small business' };
  expect(readConfig({ ...live, ...reason }).seller.name).toBe('Cloud GmbH');
});

test('lines are for people, warnings and worse, unless JSON is set', () => {
  const formatOf = ({ logFormat, logLevel }: Config) => `${logFormat} ${logLevel}`;
  expect(formatOf(readConfig({}))).toBe('text warn');
  expect(formatOf(readConfig({ LOG_LEVEL: 'info' }))).toBe('text info');
  expect(formatOf(readConfig({ LOG_FORMAT: 'json' }))).toBe('json info');
});

test('settings are read as what they mean', () => {
  expect(
    readConfig({
      PORT: '0',
      ATRIUM_PUBLIC_URL: 'https://console.example.com/',
      ATRIUM_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      SMTP_URL: 'smtps://mail.example.com',
      DATABASE_URL: 'postgres://a:b@db:5432/atrium?sslmode=verify-full',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      ATRIUM_ROLES: 'jobs, services',
      ATRIUM_GIT_ALLOW_PRIVATE: 'on',
      ATRIUM_IDENTITY_ALLOW_PRIVATE: 'true',
      ATRIUM_GIT_CACHE_MB: '100',
      ATRIUM_CALL_LOG_DAYS: '3',
      ATRIUM_GIT_HOSTS: 'GitHub.com, git.example.com',
      ATRIUM_WEBHOOK_HOSTS: 'hooks.example.com',
    }),
  ).toMatchObject({
    port: 0,
    publicUrl: 'https://console.example.com',
    trustedProxies: ['10.0.0.0/8', '::1'],
    roles: ['jobs', 'services'],
    gitAllowPrivate: true,
    identityAllowPrivate: true,
    gitCacheMegabytes: 100,
    callLogDays: 3,
    gitHosts: ['github.com', 'git.example.com'],
    webhookHosts: ['hooks.example.com'],
  });
});

test.each([
  [{ PORT: 'abc' }, 'PORT must be a number from 0 to 65535. "abc" is not.'],
  [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535. "70000" is not.'],
  [{ PORT: '-1' }, 'PORT must be a number from 0 to 65535. "-1" is not.'],
  [
    { ATRIUM_ROLES: 'web,cook' },
    'ATRIUM_ROLES must be one or more of web, jobs and services with commas between them. "web,cook" is not.',
  ],
  [
    { ATRIUM_ROLES: 'jobs', ATRIUM_SERVICES_URL: 'http://127.0.0.1:8081' },
    'ATRIUM_ROLES=jobs runs without web, which has the embedded database; set DATABASE_URL to the database that all processes share.',
  ],
  [
    { ATRIUM_ROLES: 'jobs,services', DATABASE_URL: 'postgres://127.0.0.1/atrium' },
    'ATRIUM_ROLES=jobs,services runs without web, so it cannot know where the console is; set ATRIUM_PUBLIC_URL to the address at which people and services reach it.',
  ],
  [
    { DATABASE_DIRECT_URL: 'postgres://db/atrium' },
    'DATABASE_DIRECT_URL leads past the pooler of DATABASE_URL; set both, or remove it.',
  ],
  [
    { ATRIUM_SERVICES_URL: 'services.internal' },
    'ATRIUM_SERVICES_URL must be an address such as http://services.internal:8080. "services.internal" is not.',
  ],
  [
    { ATRIUM_SERVICES_URL: 'http://user:secret@services.internal' },
    'ATRIUM_SERVICES_URL must be an address such as http://services.internal:8080. The value of this setting is not.',
  ],
  [
    { ATRIUM_ROLES: 'web,jobs' },
    'ATRIUM_ROLES=web,jobs runs without services; set ATRIUM_SERVICES_URL to the address at which it reaches them, that of a process with ATRIUM_ROLES=services or of the load balancer in front of several.',
  ],
  [
    { ATRIUM_SERVICES_URL: 'http://127.0.0.1:8081' },
    'ATRIUM_SERVICES_URL leads to services elsewhere, but this process runs its own next to web, for itself only; remove it, or run them in processes of their own (ATRIUM_ROLES=services).',
  ],
  [
    { ATRIUM_ROLES: 'web', ATRIUM_SERVICES_URL: 'http://services.internal' },
    'ATRIUM_SERVICES_URL leads to another machine without encryption; take an https address, or set ATRIUM_TRUSTED_NETWORK=true if the network in between is yours alone.',
  ],
  [{ DATABASE_POOL_SIZE: '1' }, 'DATABASE_POOL_SIZE must be a number from 2 to 200. "1" is not.'],
  [
    { ATRIUM_DRAIN_MS: '5 s' },
    'ATRIUM_DRAIN_MS must be a whole number of milliseconds from 0 to 999999. "5 s" is not.',
  ],
  [
    { LOG_LEVEL: 'loud' },
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent. "loud" is not.',
  ],
  [
    { ATRIUM_IDENTITY_ALLOW_PRIVATE: 'perhaps' },
    'ATRIUM_IDENTITY_ALLOW_PRIVATE must be true or false. "perhaps" is not.',
  ],
  [{ ATRIUM_GIT_ALLOW_PRIVATE: 'maybe' }, 'ATRIUM_GIT_ALLOW_PRIVATE must be true or false. "maybe" is not.'],
  [
    { ATRIUM_GIT_CACHE_MB: '2 GB' },
    'ATRIUM_GIT_CACHE_MB must be a whole number of megabytes from 0 to 9999999. "2 GB" is not.',
  ],
  [
    { ATRIUM_PUBLIC_URL: 'console.example.com' },
    'ATRIUM_PUBLIC_URL must be an address such as https://console.example.com. "console.example.com" is not.',
  ],
  [
    { ATRIUM_PUBLIC_URL: 'http://console.example.com', SMTP_URL: 'smtps://mail.example.com' },
    'ATRIUM_PUBLIC_URL=http://console.example.com can be reached by others, so it must be https: browsers keep no one signed in without. Put a proxy with a certificate in front.',
  ],
  [
    { ATRIUM_GIT_HOSTS: 'https://github.com' },
    'ATRIUM_GIT_HOSTS must be names of hosts such as github.com,git.example.com with commas between them. "https://github.com" is not.',
  ],
  [
    { ATRIUM_PUBLIC_URL: 'https://console.example.com' },
    'ATRIUM_PUBLIC_URL=https://console.example.com can be reached by others, so e-mails must be sent to them and cannot be shown on a page; set SMTP_URL to the mail server.',
  ],
  [
    { ATRIUM_PUBLIC_URL: 'https://console.example.com', SMTP_URL: 'smtps://mail.example.com' },
    'ATRIUM_PUBLIC_URL=https://console.example.com can be reached by others, so test cards must not pay their invoices; set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, or ATRIUM_TEST_PAYMENTS=true if no one is to pay here.',
  ],
  [
    { DATABASE_URL: 'postgres://atrium:hush@db.internal/atrium' },
    'DATABASE_URL leads to another machine without encryption; add sslmode=verify-full to it, or set ATRIUM_TRUSTED_NETWORK=true if the network in between is yours alone.',
  ],
  [
    {
      DATABASE_URL: 'postgres://atrium:hush@db/atrium?sslmode=verify-full&sslrootcert=/nonexistent/root.crt',
      ATRIUM_TRUSTED_NETWORK: 'true',
    },
    "DATABASE_URL cannot be used: ENOENT: no such file or directory, open '/nonexistent/root.crt'.",
  ],
  [
    {
      DATABASE_URL: 'postgres://127.0.0.1/atrium',
      DATABASE_DIRECT_URL: 'postgres://atrium:hush50%ab@127.0.0.1/atrium',
    },
    'DATABASE_DIRECT_URL cannot be used: write each % of the user and the password as %25.',
  ],
  [
    {
      DATABASE_URL: 'postgres://127.0.0.1/atrium',
      DATABASE_DIRECT_URL: 'postgres:///atrium?host=db.internal',
    },
    'DATABASE_DIRECT_URL leads to another machine without encryption; add sslmode=verify-full to it, or set ATRIUM_TRUSTED_NETWORK=true if the network in between is yours alone.',
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.internal:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT leads to another machine without encryption; take an https address, or set ATRIUM_TRUSTED_NETWORK=true if the network in between is yours alone.',
  ],
  [
    { ATRIUM_TRUSTED_PROXIES: '10.0.0.0/8,private' },
    'ATRIUM_TRUSTED_PROXIES must be none, or addresses and networks such as 127.0.0.1,10.0.0.0/8 with commas between them. "10.0.0.0/8,private" is not.',
  ],
  [
    { ATRIUM_SECRET_KEY: 'short' },
    'ATRIUM_SECRET_KEY must be 32 random bytes in base64 (the output of "openssl rand -base64 32"). The value of this setting is not.',
  ],
  [
    { ATRIUM_SECRET_KEY_OLD: Buffer.alloc(32).toString('base64') },
    'ATRIUM_SECRET_KEY_OLD is the key that ATRIUM_SECRET_KEY replaces; set both, or remove the old one.',
  ],
  [
    { ATRIUM_GITHUB_APP_ID: '31415', ATRIUM_GITHUB_APP_SLUG: 'atrium', ATRIUM_GITHUB_CLIENT_ID: 'Iv1' },
    'ATRIUM_GITHUB_APP_ID is set, but ATRIUM_GITHUB_CLIENT_SECRET is not: to connect repositories with GitHub, set ATRIUM_GITHUB_APP_ID, ATRIUM_GITHUB_APP_SLUG, ATRIUM_GITHUB_CLIENT_ID, ATRIUM_GITHUB_CLIENT_SECRET and ATRIUM_GITHUB_PRIVATE_KEY_FILE.',
  ],
  [
    { ...GITHUB, ATRIUM_GITHUB_PRIVATE_KEY_FILE: '/nonexistent/key.pem' },
    "ATRIUM_GITHUB_PRIVATE_KEY_FILE cannot be used: ENOENT: no such file or directory, open '/nonexistent/key.pem'.",
  ],
  [
    { ...GITHUB, ATRIUM_GITHUB_PRIVATE_KEY_FILE: import.meta.filename },
    'ATRIUM_GITHUB_PRIVATE_KEY_FILE cannot be used: it holds no private key in PEM format.',
  ],
  [
    { ATRIUM_GITLAB_CLIENT_ID: 'atrium' },
    'ATRIUM_GITLAB_CLIENT_ID is set, but ATRIUM_GITLAB_CLIENT_SECRET is not: to connect repositories with GitLab, set ATRIUM_GITLAB_CLIENT_ID and ATRIUM_GITLAB_CLIENT_SECRET.',
  ],
  [
    { ATRIUM_GITEA_CLIENT_ID: 'atrium', ATRIUM_GITEA_CLIENT_SECRET: 'hush' },
    'ATRIUM_GITEA_CLIENT_ID is set, but ATRIUM_GITEA_URL is not: to connect repositories with Gitea, set ATRIUM_GITEA_URL, ATRIUM_GITEA_CLIENT_ID and ATRIUM_GITEA_CLIENT_SECRET.',
  ],
  [
    { ATRIUM_GITLAB_URL: 'https://git.example.com/gitlab' },
    'ATRIUM_GITLAB_URL must be the address of a host, such as https://gitlab.example.com. "https://git.example.com/gitlab" is not.',
  ],
  [
    {
      ATRIUM_GITLAB_CLIENT_ID: 'atrium',
      ATRIUM_GITLAB_CLIENT_SECRET: 'hush',
      ATRIUM_GIT_HOSTS: 'git.example.com',
    },
    'ATRIUM_GIT_HOSTS does not name gitlab.com, so repositories cannot be connected with ATRIUM_GITLAB_CLIENT_ID; add it, or remove that setting.',
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_test_1' },
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong together; set both or none.',
  ],
])('a wrong value gives one sentence: %o', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(new StartError(sentence));
});

test('requests are served for a while after a stop where there is a proxy that must see it', () => {
  const published = {
    ATRIUM_PUBLIC_URL: 'https://console.example.com',
    SMTP_URL: 'smtps://mail.example.com',
    ATRIUM_TEST_PAYMENTS: 'true',
  };
  expect(readConfig({}).drainMs).toBe(0);
  expect(readConfig({ ATRIUM_PUBLIC_URL: 'http://localhost:9000' }).drainMs).toBe(0);
  expect(readConfig(published).drainMs).toBe(5000);
  expect(readConfig({ ...published, ATRIUM_DRAIN_MS: '0' }).drainMs).toBe(0);
  expect(readConfig({ ATRIUM_DRAIN_MS: '1000' }).drainMs).toBe(1000);
});

test('services need no mail server, and no card provider', () => {
  const ATRIUM_PUBLIC_URL = 'https://console.example.com';
  const environment = {
    ATRIUM_PUBLIC_URL,
    ATRIUM_ROLES: 'services',
    ATRIUM_TRUSTED_NETWORK: 'true',
    DATABASE_URL: 'postgres://db/atrium',
  };
  expect(readConfig({ ...environment, ATRIUM_SERVICES_URL: 'http://services.internal/' })).toMatchObject({
    publicUrl: ATRIUM_PUBLIC_URL,
    smtpUrl: undefined,
    servicesUrl: 'http://services.internal',
  });
});

test('the address of services has one spelling, as that of calls has', () => {
  const servicesUrlOf = (ATRIUM_SERVICES_URL: string) =>
    readConfig({ ATRIUM_ROLES: 'web', ATRIUM_SERVICES_URL }).servicesUrl;
  expect(servicesUrlOf('https://Services.example:443/')).toBe('https://services.example');
  expect(servicesUrlOf('http://[::1]:8081/base/')).toBe('http://[::1]:8081/base');
});

test.each([
  'postgres://db/atrium?sslmode=require',
  'postgres://db/atrium?sslmode=disable&sslmode=verify-full',
  'postgres://%2Fvar%2Frun%2Fpostgresql/atrium',
  'postgres://db/atrium?ssl=true',
  'postgres://db/atrium?sslmode=no-verify',
  'postgres:///atrium',
  'postgres://[::1]/atrium',
])('nothing is said of a database that no one on the way can read: %s', (DATABASE_URL) => {
  expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

test('what the environment says of the database counts as it does for the driver', () => {
  vi.stubEnv('PGHOST', 'db.internal');
  expect(() => readConfig({ DATABASE_URL: 'postgres:///atrium' })).toThrow(/without encryption/);
  vi.stubEnv('PGSSLMODE', 'require');
  expect(readConfig({ DATABASE_URL: 'postgres:///atrium' }).databaseUrl).toBe('postgres:///atrium');
  vi.unstubAllEnvs();
});

test('where the network is trusted, other machines are reached in the clear', () => {
  const given = {
    ATRIUM_TRUSTED_NETWORK: 'true',
    DATABASE_URL: 'postgres://db/atrium',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.internal:4318',
  };
  expect(readConfig(given)).toMatchObject({ trustsNetwork: true, databaseUrl: 'postgres://db/atrium' });
});

test('a public address on this machine itself needs no mail server, and no card provider', () => {
  const ATRIUM_PUBLIC_URL = 'http://localhost:9000';
  expect(readConfig({ ATRIUM_PUBLIC_URL }).publicUrl).toBe(ATRIUM_PUBLIC_URL);
  expect(readConfig({ ATRIUM_TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([]);
});

test('a GitHub App signs with the key in its file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'atrium-config-')), 'key.pem');
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const pem = pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
  writeFileSync(file, pem);
  const given = { ...GITHUB, ATRIUM_GITHUB_PRIVATE_KEY_FILE: file };
  expect(readConfig(given).gitApps).toMatchObject([
    { kind: 'GITHUB', url: 'https://github.com', appId: '31415', slug: 'atrium', privateKey: pem },
  ]);
  writeFileSync(file, pemOf(generateKeyPairSync('ed25519').privateKey));
  expect(() => readConfig(given)).toThrow(/GitHub signs with RSA keys only/);
});

test('apps at git hosts are set up whole', () => {
  const client = { clientId: 'atrium', clientSecret: 'hush' };
  const given = {
    ATRIUM_GITLAB_CLIENT_ID: 'atrium',
    ATRIUM_GITLAB_CLIENT_SECRET: 'hush',
    ATRIUM_GITEA_URL: 'https://git.example.com:3000/',
    ATRIUM_GITEA_CLIENT_ID: 'atrium',
    ATRIUM_GITEA_CLIENT_SECRET: 'hush',
  };
  expect(readConfig(given).gitApps).toEqual([
    { kind: 'GITLAB', url: 'https://gitlab.com', ...client },
    { kind: 'GITEA', url: 'https://git.example.com:3000/', ...client },
  ]);
});

test.each([
  { DATABASE_URL: 'mysql://atrium:hush-hush@db/atrium' },
  { SMTP_URL: 'hush-hush' },
  { ATRIUM_ADMIN_PASSWORD: 'hush' },
  { ATRIUM_METRICS_TOKEN: 'hush' },
  { STRIPE_SECRET_KEY: 'hush-hush' },
  { ATRIUM_SECRET_KEY: 'hush-hush' },
])('a wrong secret is not repeated: %o', (environment) => {
  const [name] = Object.keys(environment);
  expect(() => readConfig(environment)).toThrow(new RegExp(`^${name} must be (?!.*hush)`));
});
