import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { StartError } from '@atrium/host/start-error';

/** The unprivileged account that PostgreSQL runs as when Atrium runs as root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** `undefined` = as ourselves. A cluster that is already there stays with the account that owns it. */
export function chooseAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readAccounts();
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) {
    const known = accounts.find(({ uid }) => uid === owner.uid);
    return known ?? { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  }
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const account = accounts.find((each) => each.name === name && each.uid !== 0);
    if (account) return account;
  }
  throw new StartError(
    'PostgreSQL refuses to run as root, and neither the account "postgres" nor "nobody" exists; start Atrium as an ordinary user or set DATABASE_URL.',
  );
}

/** Asks the system itself, because modes, access lists and mounts all have a say. */
export function canWriteIn(account: Account | undefined, folder: string): boolean {
  return runsAs(account, ['/bin/sh', '-c', 'cd -- "$1" && test -w .', 'sh', folder]);
}

export function canRun(account: Account | undefined, program: string): boolean {
  return runsAs(account, [program, '--version']);
}

/** Options of `spawn` that make a child run as the account, and only that. */
export function asAccount(account: Account | undefined): { uid?: number; gid?: number; cwd: string } {
  return { ...(account && { uid: account.uid, gid: account.gid }), cwd: '/' };
}

function runsAs(account: Account | undefined, [program = '', ...args]: string[]): boolean {
  const { status } = spawnSync(program, args, { ...asAccount(account), stdio: 'ignore', env: {} });
  return status === 0;
}

function readAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length > 3 && !fields[0]?.startsWith('#'))
    .map(([name = '', , uid, gid]) => ({ name, uid: toId(uid), gid: toId(gid) }));
}

/** macOS writes no one as -2, which system calls take as an unsigned number. */
function toId(text = ''): number {
  return Number(text) >>> 0;
}
