import { ServiceTestLine } from '@atrium/contract/service-api/functions/test-lines';
import { takeMember } from '@atrium/host/json-slice';

/** A line of a service that runs tests. The result of a test stays the JSON text that the service sent. */
export interface TestLine {
  line: ServiceTestLine;
  result: string | null;
}

/** Throws for a line that the contract does not allow. */
export function readTestLine(text: string): TestLine {
  const { rest, member } = takeMember(text, 'result');
  return { line: ServiceTestLine.parse(JSON.parse(rest)), result: member ?? null };
}
