import { FREE_TIER_BONUS } from '@atrium/contract/pricing/free-tier';

/** The one that the platform gives by itself says so. */
export function BonusName({ name }: { name: string }) {
  return (
    <>
      {name}
      {name === FREE_TIER_BONUS && (
        <span className="block text-sm font-normal text-ink-soft">
          Free tier of customers who set up payment
        </span>
      )}
    </>
  );
}
