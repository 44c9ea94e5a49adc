import type { FailurePlace } from '@atrium/contract/test-runs/test-failure';

export function PlaceLink({
  place,
  onOpen,
}: {
  place: FailurePlace;
  onOpen: ((place: FailurePlace) => void) | undefined;
}) {
  const text = `${place.file}:${place.line}:${place.column}`;
  if (onOpen === undefined) return text;
  return (
    <button type="button" className="link text-left break-all" onClick={() => onOpen(place)}>
      {text}
    </button>
  );
}
