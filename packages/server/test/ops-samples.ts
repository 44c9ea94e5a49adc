import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import type { Container, Manifest, PodSpec } from './kubernetes-manifest.ts';

export const OPS_FOLDER = join(import.meta.dirname, '../../../ops');

export const readSample = (path: string) => readFileSync(join(OPS_FOLDER, path), 'utf8');

/** One process of Atrium as a sample in ops/ runs it. */
export interface SampleProcess {
  name: string;
  settings: Record<string, string>;
  /** Addresses within the process at which it is asked how it is. */
  probes: { port: string; path: string }[];
  /** How long it has to end after it was told to. */
  graceSeconds: number;
}

/** What an operator fills in. */
const FILLED_IN: Record<string, string> = {
  POSTGRES_PASSWORD: 'a-password',
  ATRIUM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  SMTP_URL: 'smtps://user:password@mail.example.com:465',
  ATRIUM_METRICS_TOKEN: 'a-token-for-monitoring',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  DATABASE_URL: 'postgres://atrium:password@database.internal:5432/atrium',
};
const POD_ADDRESS = '10.42.0.7';

/** What the image sets for every container. */
export function readImageSettings(): Record<string, string> {
  const [, lines = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(readSample('Containerfile')) ?? [];
  return Object.fromEntries([...lines.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
}

interface ComposeService extends Record<'stop_grace_period', string> {
  image: string;
  environment?: Record<string, string>;
  healthcheck: { test: string[] };
  networks?: { default: Record<string, unknown> };
}

interface ComposeFile {
  name: string;
  networks: { default: { ipam: { config: [Record<string, string>] } } };
  services: Record<string, ComposeService>;
}

export function readComposeFile(): ComposeFile {
  return parse(readSample('compose.yaml'), { merge: true }) as ComposeFile;
}

export function readComposeProcesses(): SampleProcess[] {
  const isOurs = ([, { image }]: [string, ComposeService]) => image.includes('/atrium:');
  return Object.entries(readComposeFile().services)
    .filter(isOurs)
    .map(([name, service]) => {
      const { environment = {}, healthcheck } = service;
      const fill = (text: string) =>
        text.replaceAll(/\$\{(\w+):[?-]\}/g, (_, wanted) => FILLED_IN[wanted] ?? '');
      const settings = Object.entries(environment).map(([key, value]) => [key, fill(value)]);
      const probe = /http:\/\/127\.0\.0\.1:(\d+)([\w/]+)/.exec(healthcheck.test.join(' ')) ?? [];
      return {
        name: `compose ${name}`,
        settings: { ...readImageSettings(), ...Object.fromEntries(settings) },
        probes: [{ port: probe[1] ?? '', path: probe[2] ?? '' }],
        graceSeconds: Number.parseInt(service['stop_grace_period'], 10),
      };
    });
}

export function readSystemdProcesses(): SampleProcess[] {
  const read = (file: string) =>
    [...readSample(`systemd/${file}`).matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  const files = readdirSync(join(OPS_FOLDER, 'systemd')).filter((file) => /^(?!atrium).+\.env$/.test(file));
  const [, graceSeconds] = /^TimeoutStopSec=(\d+)$/m.exec(readSample('systemd/atrium@.service')) ?? [];
  return files.map((file) => ({
    name: `systemd ${file}`,
    settings: Object.fromEntries(
      [...read('atrium.env'), ...read(file)].map(([name = '', value]) => [
        name,
        value || (FILLED_IN[name] ?? ''),
      ]),
    ),
    probes: [],
    graceSeconds: Number(graceSeconds),
  }));
}

/** All documents of the manifests, each with the file that it stands in. */
export function readManifests(): Manifest[] {
  const files = readdirSync(join(OPS_FOLDER, 'kubernetes'));
  return files.flatMap((file) =>
    parseAllDocuments(readSample(`kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
  );
}

export function readKubernetesProcesses(): SampleProcess[] {
  const manifests = readManifests();
  const shared = manifests.find(({ kind }) => kind === 'ConfigMap') as
    | Record<'data', Record<string, string>>
    | undefined;
  return manifests.flatMap(({ kind, spec }) => {
    const pod = spec?.template?.spec;
    return pod === undefined
      ? []
      : pod.containers.map((container) => ({
          name: `kubernetes ${kind} ${container.env.find(({ name }) => name === 'ATRIUM_ROLES')?.value}`,
          settings: { ...readImageSettings(), ...shared?.['data'], ...settingsOf(container) },
          probes: probesOf(container),
          graceSeconds: graceOf(pod),
        }));
  });
}

const graceOf = ({ terminationGracePeriodSeconds }: PodSpec) => terminationGracePeriodSeconds;

function settingsOf({ env }: Container): Record<string, string> {
  return Object.fromEntries(
    env.map(({ name, value, valueFrom }) => [
      name,
      value ?? (valueFrom?.fieldRef?.fieldPath === 'status.podIP' ? POD_ADDRESS : (FILLED_IN[name] ?? '')),
    ]),
  );
}

function probesOf({ ports, startupProbe, readinessProbe, livenessProbe }: Container) {
  return [startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => ({
    port: String(ports.find(({ name }) => name === httpGet.port)?.containerPort),
    path: httpGet.path,
  }));
}
