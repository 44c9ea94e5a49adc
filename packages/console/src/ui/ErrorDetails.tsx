interface ErrorDetailsProps {
  body: string | undefined;
  requestId: string | undefined;
}

/** What a failed call returned, and the id under which the server logged it. */
export function ErrorDetails({ body, requestId }: ErrorDetailsProps) {
  return (
    <>
      {requestId && (
        <p className="text-sm">
          Request ID: <code className="font-mono select-all">{requestId}</code>
        </p>
      )}
      {body && (
        <pre className="mt-2 max-h-72 overflow-auto rounded-control border border-line bg-surface p-3 font-mono text-xs break-words whitespace-pre-wrap">
          {body}
        </pre>
      )}
    </>
  );
}
