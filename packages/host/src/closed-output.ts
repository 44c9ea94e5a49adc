/**
 * Ignores errors of a closed terminal: otherwise the first line written to it would end the process and its
 * running work.
 */
export function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
