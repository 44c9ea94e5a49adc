import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * The environment of a program of ours that is started beside this one. None of our own settings, which may contain secrets:
 * what it needs, it is told. `extraCertificates` is a file with certificates that are trusted besides the usual ones.
 */
export function childEnvironment(extraCertificates?: string): Record<string, string> {
  const compileCache = getCompileCacheDir();
  return {
    ...(compileCache !== undefined && { NODE_COMPILE_CACHE: dirname(compileCache) }),
    ...(extraCertificates !== undefined && { NODE_EXTRA_CA_CERTS: extraCertificates }),
  };
}
