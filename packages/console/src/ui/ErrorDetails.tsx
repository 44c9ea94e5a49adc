interface ErrorDetailsProps {
  /** Parsed JSON, or text. */
  body: unknown;
  requestId: string | undefined;
}

/** The whole response of a failed call, in words, and the id under which the server logged it. */
export function ErrorDetails({ body = null, requestId }: ErrorDetailsProps) {
  const lines = linesOf(body).filter((line) => !line.startsWith('Request id'));
  if (requestId) lines.unshift(`Request ID: ${requestId}`);
  return (
    <div className="text-sm whitespace-pre-wrap">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** Every value beside the words of its place: `errors[0].defaultMessage` is `Errors 1 default message`. */
function linesOf(value: unknown, place = ''): string[] {
  if (typeof value !== 'object')
    return [(place && `${place.replace(/./, (first) => first.toUpperCase())}: `) + String(value)];
  return Object.entries(value ?? {}).flatMap(([key, inner]) => {
    const word = Array.isArray(value)
      ? String(Number(key) + 1)
      : key.replaceAll(/[A-Z]/g, ' $&').toLowerCase();
    return linesOf(inner, `${place} ${word}`.trim());
  });
}
