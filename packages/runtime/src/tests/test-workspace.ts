import type { NamedConfiguration } from '../configuration/named-configuration.ts';
import type { HostOperation } from '../functions/sandbox-calls.ts';

/** What a test may change: everything it writes is gone when it is disposed of. */
export interface TestWorkspace extends AsyncDisposable {
  operations: ReadonlyMap<string, HostOperation>;
  /** How long the test has waited for a connection: for tests of others. */
  readonly waitedMs: number;
}

/** The workspaces of the tests of one run. */
export interface RunWorkspaces {
  open(): TestWorkspace;
}

export interface TestWorkspaces {
  /** `named` are the configurations, by service, that the run has instead of the live ones. Refuses unusable ones. */
  create(domainId: string, named: ReadonlyMap<string, NamedConfiguration>): Promise<RunWorkspaces>;
}
