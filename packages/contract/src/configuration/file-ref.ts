import { z } from 'zod';

/** A file's place on the whole platform. */
export const FileRef = z.object({
  serviceId: z.string().min(1).max(200),
  folderPath: z.string().min(1).max(400),
  name: z.string().min(1).max(200),
});
export type FileRef = z.infer<typeof FileRef>;

/** The names under which the specification's payloads carry the same place. */
interface WireRef {
  serviceId: string;
  fileName?: string | undefined;
  name?: string | undefined;
  folderName?: string | undefined;
  folder?: string | undefined;
  folderPath?: string | undefined;
}

/** The only translator from the wire's several names to our one. Input has passed its schema. */
export function toFileRef(wire: WireRef): FileRef {
  const folderPath = wire.folderPath ?? wire.folderName ?? wire.folder;
  const name = wire.fileName ?? wire.name;
  if (folderPath === undefined || name === undefined) throw new TypeError('a file needs a folder and a name');
  return { serviceId: wire.serviceId, folderPath, name };
}

/** The body of POST /console/v1/git/config/file. */
export function toRemoteFileBody(uuid: string, { serviceId, folderPath, name }: FileRef) {
  return { uuid, serviceId, fileName: name, folderName: folderPath };
}

/** The body of POST {service}/export/source/file. */
export function toSourceFileBody({ folderPath, name }: FileRef) {
  return { name, folder: folderPath };
}
