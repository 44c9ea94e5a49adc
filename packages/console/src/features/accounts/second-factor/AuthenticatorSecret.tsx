import type { StartedAuthenticator } from '@atrium/contract/accounts/second-factor';
import { useMemo } from 'react';
import { encode } from 'uqr';

/** The secret of an authenticator app: as a picture for its camera, and as text. */
export function AuthenticatorSecret({ secret, uri }: Pick<StartedAuthenticator, 'secret' | 'uri'>) {
  const { path, size } = useMemo(() => draw(uri), [uri]);
  return (
    <div className="grid gap-3">
      <svg
        role="img"
        aria-label="QR code with the secret that is written below"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-48 max-w-full justify-self-center rounded-control bg-white"
      >
        <path d={path} fill="black" />
      </svg>
      <p className="text-sm text-ink-soft">
        Without a camera, enter this secret: <code className="block text-ink">{inGroups(secret)}</code>
      </p>
    </div>
  );
}

/** Draws a square per dark module, with the quiet zone required by the standard. */
function draw(text: string): { path: string; size: number } {
  const { data: rows, size } = encode(text, { ecc: 'M', border: 4 });
  const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { path: squares.join(''), size };
}

function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
