import { z } from 'zod';
import { confirmPull } from '../configuration/confirm.ts';
import { editFiles } from '../configuration/edit.ts';
import { returnToVersion } from '../configuration/versions.ts';
import { VersionNumber } from '../service-api/versions/export.ts';

const ServiceId = z.string().min(1).max(200);

/** A change of one service that is not made, in each of the forms in which it can be made. */
export const CandidateChange = z.discriminatedUnion('kind', [
  /** The chosen and merged files of a pull, as they are submitted. */
  confirmPull.body.omit({ message: true, backupKey: true }).extend({ kind: z.literal('pull') }),
  /** A whole body, as it is imported. */
  z.object({ kind: z.literal('body'), serviceId: ServiceId, body: z.string(), baseVersion: VersionNumber }),
  /** Files, as they are edited. */
  z.object({ kind: z.literal('edit'), serviceId: ServiceId, files: editFiles.body.shape.files }),
  /** An earlier version, as it is returned to. */
  returnToVersion.body.extend({ kind: z.literal('version'), serviceId: ServiceId, version: VersionNumber }),
]);
export type CandidateChange = z.infer<typeof CandidateChange>;
