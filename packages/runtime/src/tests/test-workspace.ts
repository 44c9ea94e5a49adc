import type { NamedConfiguration } from '../configuration/named-configuration.ts';
import type { HostOperation } from '../functions/sandbox-calls.ts';

/** State that a test may change: its writes are discarded when it is disposed. */
export interface TestWorkspace extends AsyncDisposable {
  operations: ReadonlyMap<string, HostOperation>;
  /** Time that the test has waited for a connection used by other tests. */
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
