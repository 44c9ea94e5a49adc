import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';

export interface Use {
  serviceId: string;
  function: string;
}

/** Functions that are listed; the others are counted. */
const SHOWN = 3;

export function UsedBy({ usedBy }: { usedBy: readonly Use[] }) {
  if (usedBy.length === 0) return 'no function';
  return (
    <>
      {usedBy.slice(0, SHOWN).map(({ serviceId, function: name }) => (
        <span key={`${serviceId} ${name}`} className="block">
          <AppLink className="link wrap-anywhere" href={paths.service(serviceId, { function: name })}>
            {name}
          </AppLink>
        </span>
      ))}
      {usedBy.length > SHOWN && <span className="block">and {usedBy.length - SHOWN} more</span>}
    </>
  );
}

/** Effect of a removal: `It is used by payments/charge, which fail from then on where they need it.` */
export function breakText(usedBy: readonly Use[]): string {
  if (usedBy.length === 0) return 'No live function uses it.';
  const names = usedBy.slice(0, SHOWN).map((use) => use.function);
  const more = usedBy.length > SHOWN ? ` and ${usedBy.length - SHOWN} more` : '';
  return `It is used by ${names.join(', ')}${more}, which fail from then on where they need it.`;
}
