import { parentPort, workerData } from 'node:worker_threads';
import type { UnparsedFile } from '@atrium/contract/configuration/import';
import { findSyntaxFault } from './syntax-fault.ts';

export interface ContentFile {
  filePath: string;
  content: string;
}

const unparsed = (workerData as ContentFile[]).flatMap(({ filePath, content }): UnparsedFile[] => {
  const fault = findSyntaxFault(filePath, content);
  return fault === undefined ? [] : [{ filePath, fault }];
});
parentPort?.postMessage(unparsed);
