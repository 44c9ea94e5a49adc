import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files of a certificate that only this machine trusts, and the content of the first. */
export interface Certificate {
  file: string;
  key: string;
  text: string;
  remove(): Promise<void>;
}

/** A self-signed certificate for `localhost`, valid for a day. */
export async function makeCertificate(): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-certificate-'));
  const file = join(folder, 'fullchain.pem');
  const key = join(folder, 'privkey.pem');
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '1'];
  const made = spawnSync('openssl', [...kind, ...names, '-keyout', key, '-out', file], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
  return { file, key, text: await readFile(file, 'utf8'), remove: () => rm(folder, { recursive: true }) };
}
