import { useServiceName } from '../../../layout/use-service-name.ts';

/** Lists services whose tests are currently not counted. */
export function MissingServices({ ids }: { ids: readonly string[] }) {
  const nameOf = useServiceName();
  if (ids.length === 0) return null;
  return (
    <p className="text-sm text-ink-soft">
      The tests of {ids.map(nameOf).join(', ')} could not be listed, so they are not counted here.
    </p>
  );
}
