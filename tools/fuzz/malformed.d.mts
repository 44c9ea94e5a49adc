export interface Operation {
  method: string;
  path: string;
}

export interface MalformedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export function operationsOf(document: object, prefix?: string): Operation[];
export function malformedRequest(
  random: () => number,
  operations: readonly Operation[],
  known: readonly string[],
): MalformedRequest;
export function toCommand(address: string, request: MalformedRequest): string;
export function undescribedIn(log: string): string[];
