/** Console output of a test; empty if there is none. */
export function ConsoleOutput({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold">Console</h3>
      <pre
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-control border border-line bg-sunken p-3 font-mono text-xs break-words whitespace-pre-wrap"
      >
        {text}
      </pre>
    </section>
  );
}
