import type { FunctionFailure } from '@atrium/contract/service-api/functions/invoke';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { SourceDialog } from '../../../layout/SourceDialog.tsx';
import type { SourcePlace } from '../../../layout/source-place.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { liveVersionQuery } from '../head/head.queries.ts';
import { functionOfPath } from './function-file.ts';

interface StackPlacesProps {
  serviceId: string;
  stack: FunctionFailure['stack'];
  /** Version that ran; undefined if the service doesn't report it. */
  version: number | undefined;
}

/** Stack of a failed call. Each frame links to its line, in the live file or in the version that ran. */
export function StackPlaces({ serviceId, stack, version }: StackPlacesProps) {
  const mayRead = mayDo(useAuth(), 'configuration.read');
  const live = useQuery({ ...liveVersionQuery(serviceId), enabled: mayRead && version !== undefined });
  const old = live.data && live.data.version !== version ? version : undefined;
  const [opened, setOpened] = useState<SourcePlace | null>(null);
  return (
    <>
      <ol className="font-mono text-xs">
        {stack.map((place, index) => (
          // A recursive function is in the stack more than once.
          <li key={index} className="py-0.5 wrap-anywhere">
            {place.function !== undefined && `${place.function} `}
            {old === undefined ? (
              <AppLink href={addressOf(serviceId, place)} className="link">
                {textOf(place)}
              </AppLink>
            ) : (
              <button type="button" className="link" onClick={() => setOpened(place)}>
                {textOf(place)}
              </button>
            )}
          </li>
        ))}
      </ol>
      {opened && old !== undefined && (
        <SourceDialog serviceId={serviceId} version={old} place={opened} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

const textOf = ({ file, line }: SourcePlace) => `${file}:${line}`;

function addressOf(serviceId: string, { file, line }: SourcePlace): string {
  const name = functionOfPath(file);
  const place = name === undefined ? { file } : { function: name };
  return paths.service(serviceId, { ...place, line: String(line) });
}
