/** A terminal that was closed takes nothing that is said: without this, its first line would end the process and what is under way. */
export function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
