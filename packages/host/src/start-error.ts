/** A reason not to start that a person can act on. Its message is one sentence, printed without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
