import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * Environment of a child program of ours. Excludes our own settings, which may contain secrets; they are passed
 * otherwise. `extraCertificates` is a file with additional trusted certificates.
 */
export function childEnvironment(extraCertificates?: string): Record<string, string> {
  const compileCache = getCompileCacheDir();
  return {
    ...(compileCache !== undefined && { NODE_COMPILE_CACHE: dirname(compileCache) }),
    ...(extraCertificates !== undefined && { NODE_EXTRA_CA_CERTS: extraCertificates }),
  };
}
