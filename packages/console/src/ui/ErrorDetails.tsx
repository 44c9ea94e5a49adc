interface ErrorDetailsProps {
  /** Parsed JSON, or text. */
  body: unknown;
  requestId: string | undefined;
}

/** The whole response of a failed call, in words, and the id under which the server logged it. */
export function ErrorDetails({ body, requestId }: ErrorDetailsProps) {
  const lines = typeof body === 'object' ? linesOf(body) : [];
  return (
    <div className="text-sm wrap-anywhere">
      {requestId && (
        <p>
          Request ID: <code className="font-mono select-all">{requestId}</code>
        </p>
      )}
      {lines
        .filter(({ label }) => label !== 'Request id')
        .map(({ label, text }) => (
          <p key={label}>
            {label}: {text}
          </p>
        ))}
      {typeof body === 'string' && body !== '' && (
        <pre className="mt-2 max-h-72 overflow-auto rounded-control border border-line bg-surface p-3 font-mono text-xs break-words whitespace-pre-wrap">
          {body}
        </pre>
      )}
    </div>
  );
}

interface Line {
  label: string;
  text: string;
}

/** Every value with the words of its place: `errors[0].defaultMessage` is `Errors 1 default message`. */
function linesOf(value: unknown, place = ''): Line[] {
  if (typeof value !== 'object' || value === null)
    return [{ label: `${place.charAt(0).toUpperCase()}${place.slice(1)}`, text: String(value) }];
  return Object.entries(value).flatMap(([key, inner]) => {
    const word = Array.isArray(value)
      ? String(Number(key) + 1)
      : key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
    return linesOf(inner, place === '' ? word : `${place} ${word}`);
  });
}
