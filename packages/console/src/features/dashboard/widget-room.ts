/** Height of the open widget, reserved so that content below doesn't move when the widget loads. */
export const WIDGET_ROOM = 'min-h-[21.25rem] has-[[data-drawn]]:min-h-0';
