/** Services that ship with the platform, as known before they have registered. */
export const SHIPPED_SERVICES = {
  hyperDispatch: { id: 'hyper-dispatch', name: 'Functions', group: 'Functions' },
  content: { id: 'content', name: 'Content', group: 'Content' },
} as const;
