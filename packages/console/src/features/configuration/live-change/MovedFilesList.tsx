/** Files changed by others in the meantime, for which a submit was rejected. */
export function MovedFilesList({ moved }: { moved: readonly string[] }) {
  if (moved.length === 0) return null;
  return (
    <div className="text-sm">
      <p>These live files changed after you compared them:</p>
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
