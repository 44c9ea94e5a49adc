import type { HostCallMessage } from '../process/messages.ts';
import type { SandboxCall } from '../sandbox-call.ts';

/** A refusal of a host call that the function may see. Anything else it sees only as "unavailable". */
export class HostCallError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** The result of a host call, as the message that goes back to the function. */
export async function answerHostCall(
  call: SandboxCall,
  { operation, called = [] }: Pick<HostCallMessage, 'called' | 'operation'>,
  argument: string,
): Promise<{ isOk: boolean; text: string }> {
  try {
    return { isOk: true, text: await call.answerHostCall(operation, argument, called) };
  } catch (error) {
    const { name, message } =
      error instanceof HostCallError
        ? error
        : { name: 'ServiceUnavailable', message: 'The service could not answer' };
    return { isOk: false, text: JSON.stringify({ name, message }) };
  }
}
