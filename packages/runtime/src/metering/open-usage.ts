import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type AccessKey, MachineTokens } from './machine-token.ts';
import { UsageJournal } from './usage-journal.ts';
import { UsageShipper } from './usage-shipper.ts';

interface Parts {
  /** Without a folder from the platform: among other temporary files, and gone with them. */
  usageFolder?: string | undefined;
  accessKeys: readonly AccessKey[];
  platformUrl: string;
  now: () => Date;
  log: Logger;
}

/** Returns where usage is noted, what delivers it to the platform, and the probes of both. */
export function openUsage({ usageFolder, accessKeys, platformUrl, now, log }: Parts) {
  const folder = usageFolder ?? join(tmpdir(), `atrium-usage-${accessKeys[0]?.accessKeyId}`);
  const journal = new UsageJournal({ folder, now });
  const tokens = new MachineTokens({ accessKeys, now });
  const shipper = new UsageShipper({ folder, journal, platformUrl, tokens, log });
  const probes = [journal, shipper].map(
    (part) => async () =>
      part.problem === undefined ? undefined : { problem: part.problem, isFatal: false },
  );
  return { journal, shipper, tokens, probes };
}
