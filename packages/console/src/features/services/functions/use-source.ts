import { isNotFound } from '@atrium/contract/not-found';
import { useQuery } from '@tanstack/react-query';
import { sourceQuery } from './function.queries.ts';
import { sourcePlaceOf } from './function-file.ts';

/** The source of a function, and its place: in TypeScript where there is none in JavaScript. */
export function useSource(serviceId: string, name: string) {
  const [place, typedPlace] = [sourcePlaceOf(name), sourcePlaceOf(name, '.ts')];
  const source = useQuery(sourceQuery(serviceId, place));
  const isMissing = isNotFound(source.error);
  const typed = useQuery({ ...sourceQuery(serviceId, typedPlace), enabled: isMissing });
  // While the other one is asked for again, nothing is known to be missing.
  const isTyped = typed.data ? source.data === undefined || isMissing : isMissing && !isNotFound(typed.error);
  return isTyped ? { place: typedPlace, source: typed } : { place, source, otherPlace: typedPlace };
}
