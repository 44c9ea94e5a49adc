import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TOOL = join(import.meta.dirname, '../../../tools/image.mjs');
const START_TIMEOUT_MS = 120_000;

/** As tools/image.mjs calls it. */
const OPTIONS = [
  '--storage-driver',
  process.env['STORAGE_DRIVER'] ?? 'vfs',
  ...(process.env['BUILDAH_ROOT'] === undefined ? [] : ['--root', process.env['BUILDAH_ROOT']]),
];

interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Volumes: Record<string, unknown>;
}

/** A container of the image, whose processes run in turn or side by side. */
export interface Container extends AsyncDisposable {
  config: ImageConfig;
  /** Runs a program to its end; all that it printed. */
  run(...command: string[]): { status: number | null; output: string };
  /** Runs the image's own program and waits until the port says that it is ready. */
  start(settings: Record<string, string>, readyPort: number): Promise<ChildProcess>;
}

/**
 * The root file system becomes read-only, with empty volumes of memory; then the program takes the place of this one.
 * Everything is gone with it, as this is a space of mounts of its own.
 */
const ENTER = `
  mount --bind "$ROOT" "$ROOT" && mount -o remount,bind,ro "$ROOT" &&
  mount -t tmpfs tmpfs "$ROOT/tmp" && mount -t tmpfs -o uid="\${OWNER%:*}",mode=700 tmpfs "$ROOT/data" &&
  mount --rbind /dev "$ROOT/dev" && mount --rbind /proc "$ROOT/proc" &&
  exec chroot --userspec="$OWNER" "$ROOT" /usr/bin/env -i "$@"`;

function buildah(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('buildah', [...OPTIONS, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`buildah ${args[0]} failed: ${stderr}`);
  return stdout.trim();
}

/** Builds the image, and the base where there is none. */
export async function buildImage(): Promise<string> {
  const child = spawn(process.execPath, [TOOL], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => void (said += more));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`The image was not built: ${said}`);
  return said.trim().split('\n').at(-1) ?? '';
}

export function openContainer(image: string): Container {
  const id = buildah('from', '--pull-never', image);
  const root = buildah('mount', id);
  const { OCIv1 } = JSON.parse(buildah('inspect', '--type', 'image', image)) as {
    OCIv1: { config: ImageConfig };
  };
  const { config } = OCIv1;
  const argsFor = (settings: Record<string, string>, command: string[]) => [
    '--mount',
    '/bin/sh',
    '-c',
    ENTER,
    'sh',
    ...config.Env,
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    ...command,
  ];
  const env = { PATH: process.env['PATH'], ROOT: root, OWNER: config.User };
  return {
    config,
    run(...command) {
      const options = { env, encoding: 'utf8' } as const;
      const { status, stdout, stderr } = spawnSync('unshare', argsFor({}, command), options);
      return { status, output: `${stdout}${stderr}`.trim() };
    },
    async start(settings, readyPort) {
      const args = argsFor(settings, config.Entrypoint);
      const child = spawn('unshare', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
      for (const deadline = performance.now() + START_TIMEOUT_MS; ; await sleep(100)) {
        const isReady = await fetch(`http://127.0.0.1:${readyPort}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) return child;
        if (child.exitCode !== null || performance.now() > deadline) throw new Error('It does not start.');
      }
    },
    async [Symbol.asyncDispose]() {
      buildah('unmount', id);
      buildah('rm', id);
    },
  };
}
