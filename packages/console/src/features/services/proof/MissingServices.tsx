import { useServiceName } from '../../../layout/use-service-name.ts';

/** Says whose tests are not counted, for the moment. */
export function MissingServices({ ids }: { ids: readonly string[] }) {
  const nameOf = useServiceName();
  if (ids.length === 0) return null;
  return (
    <p className="text-sm text-ink-soft">
      The tests of {ids.map(nameOf).join(', ')} could not be listed, so they are not counted here.
    </p>
  );
}
