import { useEffect, useRef } from 'react';
import { connectedWidget } from '../../api/session.ts';
import { WIDGET_ROOM } from './widget-room.ts';

/** The place of the console widget on the dashboard: shown and opened there, hidden everywhere else. */
export function WidgetSlot() {
  const slot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const widget = connectedWidget();
    if (!widget) return undefined;
    slot.current?.append(widget);
    widget.isOpen = true;
    widget.hidden = false;
    return () => {
      widget.hidden = true;
      widget.isOpen = false;
      document.body.append(widget);
    };
  }, []);
  return <div ref={slot} className={WIDGET_ROOM} />;
}
