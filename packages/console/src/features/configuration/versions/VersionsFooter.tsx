import { Button } from '../../../ui/Button.tsx';

/** The way from a dialog to the versions that imports keep, and out of it. */
export function VersionsFooter({ onOpen, onClose }: { onOpen: () => void; onClose: () => void }) {
  return (
    <>
      <Button className="mr-auto" onClick={onOpen}>
        Versions
      </Button>
      <Button onClick={onClose}>Close</Button>
    </>
  );
}
