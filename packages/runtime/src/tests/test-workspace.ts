import type { HostOperation } from '../functions/sandbox-calls.ts';

/** What a test may change: everything it writes is gone when it is disposed of. */
export interface TestWorkspace extends AsyncDisposable {
  operations: ReadonlyMap<string, HostOperation>;
}

export interface TestWorkspaces {
  open(domainId: string): TestWorkspace;
}
