// `npm run image`: builds the container image of ops/Containerfile with buildah, on a base made of Debian's packages.
// Needs buildah and mmdebstrap; works as root without a daemon, also inside of a container. `-- --renew` makes the base anew, and
// names the image by the time as well.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './debian.mjs';
import { root } from './install.mjs';

const RELEASE = 'trixie';
/** Packages besides Node: git with its certificates and ssh, a first process, and the libraries of Node. */
const PACKAGES = ['ca-certificates', 'git', 'libatomic1', 'libstdc++6', 'openssh-client', 'tini'];
const base = `localhost/atrium-base:${RELEASE}`;
const { version } = JSON.parse(readFileSync(join(root, 'packages', 'server', 'package.json'), 'utf8'));
/** `vfs` is slow and works everywhere. */
const options = [
  '--storage-driver',
  process.env.STORAGE_DRIVER ?? 'vfs',
  ...(process.env.BUILDAH_ROOT ? ['--root', process.env.BUILDAH_ROOT] : []),
];

const unknown = process.argv.slice(2).filter((argument) => argument !== '--renew');
if (unknown.length > 0) {
  console.error(
    `Unknown: ${unknown.join(' ')}. The only option is --renew; docs/deploying.md says how to take another base.`,
  );
  process.exit(1);
}
requirePrograms();
const hasBase = succeeds('images', '--quiet', base);
const isRenewed = process.argv.includes('--renew');
// Machines that have an image of a name do not fetch it again: one that is renewed has a name of its own, such as 0.1.0-20261128T1018Z.
const renewedOn = new Date().toISOString().slice(0, 16).replaceAll(/[-:]/g, '');
const image = `localhost/atrium:${version}${isRenewed ? `-${renewedOn}Z` : ''}`;
if (hasBase && isRenewed) buildah('rmi', base);
if (!hasBase || isRenewed) makeBase();
const flags = ['--isolation', 'chroot', '--pull-never', '--layers=false', '--build-arg', `BASE=${base}`];
const certificates = process.env.NODE_EXTRA_CA_CERTS;
if (certificates) {
  const inside = '/run/builder-certificates.pem';
  flags.push('--volume', `${certificates}:${inside}:ro`, '--build-arg', `NODE_EXTRA_CA_CERTS=${inside}`);
}
buildah('build', ...flags, '--tag', image, '--file', join(root, 'ops', 'Containerfile'), root);
console.log(image);

/** A minimal Debian from its own packages, whose signatures mmdebstrap checks. */
function makeBase() {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-base-'));
  const archive = join(folder, 'base.tar');
  try {
    const include = `--include=${PACKAGES.join(',')}`;
    run('mmdebstrap', ['--quiet', '--variant=minbase', include, RELEASE, archive]);
    const container = buildah('from', 'scratch');
    buildah('add', '--quiet', container, archive, '/');
    buildah('commit', '--quiet', '--rm', container, base);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function requirePrograms() {
  for (const name of ['buildah', 'mmdebstrap']) {
    if (findProgram(name)) continue;
    console.error(`The image is built with ${name}: install it (Debian: apt-get install ${name}).`);
    process.exit(1);
  }
}

function succeeds(...args) {
  return spawnSync('buildah', [...options, ...args], { stdio: 'ignore' }).status === 0;
}

/** Returns the output; messages pass through. */
function buildah(...args) {
  return run('buildah', [...options, ...args]);
}

function run(program, args) {
  const { status, stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout.trim();
  console.error(stdout);
  console.error(`${program} ${args[0]} failed (exit code ${status}).`);
  return process.exit(1);
}
