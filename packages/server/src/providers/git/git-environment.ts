import { fileURLToPath } from 'node:url';

const CREDENTIALS = fileURLToPath(new URL('credentials.sh', import.meta.url));

/** Largest single allocation of a git process: ends deltas and archives that unfold without bounds. */
const MAX_ALLOCATION = '256m';

/** Settings of every git process, whatever the configuration of the machine or the user. */
const SAFE_SETTINGS: Record<string, string> = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.symlinks': 'false',
  'core.attributesFile': '/dev/null',
  'core.excludesFile': '/dev/null',
  'core.logAllRefUpdates': 'false',
  // Streams larger objects instead of holding them in memory.
  'core.bigFileThreshold': '2m',
  'diff.external': '',
  'fetch.recurseSubmodules': 'false',
  'submodule.recurse': 'false',
  // Each thread has its own memory.
  'pack.threads': '4',
  // Objects stay packed as they arrived: nothing is unpacked onto the disk.
  'transfer.unpackLimit': '1',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'protocol.version': '2',
};

interface GitCredentials {
  /** `https:` or `http:` */
  protocol: string;
  /** Host with its port, where it has one. */
  host: string;
  username: string;
  password: string;
}

/** Network access of a process: none, or through the guarded proxy. */
export type NetworkAccess = {
  /** The repository, known to git as `origin`. Held in the environment, so that no file names it. */
  remoteUrl: string;
} & (
  | {
      kind: 'http';
      credentials: GitCredentials;
      /** Address of the guarded proxy, its key included. */
      proxyUrl: string;
    }
  | {
      kind: 'ssh';
      /** For git's shell. Holds nothing that is secret. */
      command: string;
    }
);

/** The whole environment of one git process; nothing is inherited. */
export function gitEnvironment(home: string, network?: NetworkAccess): Record<string, string> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
    LC_ALL: 'C',
    HOME: home,
    XDG_CONFIG_HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOC_LIMIT: MAX_ALLOCATION,
    ...accessVariables(network),
    ...settings({ ...SAFE_SETTINGS, ...(network === undefined ? {} : networkSettings(network)) }),
  };
}

function accessVariables(network: NetworkAccess | undefined): Record<string, string> {
  if (network === undefined) return { GIT_ALLOW_PROTOCOL: 'none' };
  if (network.kind === 'http')
    return { GIT_ALLOW_PROTOCOL: 'https:http', ...credentialVariables(network.credentials) };
  return { GIT_ALLOW_PROTOCOL: 'ssh', GIT_SSH_COMMAND: network.command, GIT_SSH_VARIANT: 'ssh' };
}

function networkSettings(network: NetworkAccess): Record<string, string> {
  const { remoteUrl } = network;
  if (network.kind === 'ssh') return { 'remote.origin.url': remoteUrl };
  return {
    'remote.origin.url': remoteUrl,
    // A helper, because the prompts that GIT_ASKPASS gets as an argument hold the username.
    'credential.helper': `!/bin/sh ${quote(CREDENTIALS)}`,
    'http.proxy': network.proxyUrl,
    // Sent at once: asking for the method first would cost a round trip on every connection.
    'http.proxyAuthMethod': 'basic',
    'http.followRedirects': 'initial',
  };
}

/** For git's shell. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Response of the credential script, and the host that may receive it. */
function credentialVariables({ protocol, host, username, password }: GitCredentials): Record<string, string> {
  return {
    ATRIUM_GIT_SCHEME: protocol.replace(/:$/, ''),
    ATRIUM_GIT_HOST: host,
    ATRIUM_GIT_USERNAME: username,
    ATRIUM_GIT_PASSWORD: password,
  };
}

/** `-c` settings without showing them in the list of processes. */
function settings(values: Record<string, string>): Record<string, string> {
  const entries = Object.entries(values);
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(entries.length) };
  entries.forEach(([key, value], index) => {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  return variables;
}
