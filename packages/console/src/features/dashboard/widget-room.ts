/** The height of the open widget, so that what stands below it does not move when it comes. */
export const WIDGET_ROOM = 'min-h-[24.5rem] has-[[data-drawn]]:min-h-0';
