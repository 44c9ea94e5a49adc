/** The files because of which a submit was refused: somebody changed them meanwhile. */
export function MovedFilesList({ moved }: { moved: readonly string[] }) {
  if (moved.length === 0) return null;
  return (
    <div className="text-sm">
      <p>Changed in the live configuration since they were compared:</p>
      <ul className="ml-6 list-disc">
        {moved.map((path) => (
          <li key={path} className="break-all">
            {path}
          </li>
        ))}
      </ul>
    </div>
  );
}
