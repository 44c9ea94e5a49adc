import type { FunctionFailure } from '@atrium/contract/service-api/functions/invoke';
import { UnprocessableError } from '@atrium/host/errors';
import type { SandboxResult } from '../sandbox/sandbox-call.ts';

export function toFailure({ failure, console }: SandboxResult): FunctionFailure {
  return { ...(failure ?? { name: 'Error', message: '', stack: [] }), console };
}

export function toError(result: SandboxResult): UnprocessableError {
  const failure = toFailure(result);
  const place = failure.file === undefined ? '' : ` (${failure.file}:${failure.line}:${failure.column})`;
  return new UnprocessableError(`${failure.name}: ${failure.message}${place}`, { details: failure });
}
