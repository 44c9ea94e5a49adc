import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';

interface CalledFunctionProps {
  serviceId: string;
  /** The functions of the service; undefined until they are known. */
  all: ReadonlySet<string> | undefined;
  name: string;
}

/** The function that a rule calls; one that is not there is marked. */
export function CalledFunction({ serviceId, all, name }: CalledFunctionProps) {
  if (name === '') return '–';
  if (all?.has(name) === false) {
    return (
      <>
        {name} <Badge tone="danger">Missing</Badge>
      </>
    );
  }
  return <AppLink href={paths.service(serviceId, { function: name })}>{name}</AppLink>;
}
