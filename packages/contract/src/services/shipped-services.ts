/** The services that come with the platform: what it knows of them before they have registered. */
export const SHIPPED_SERVICES = {
  hyperDispatch: { id: 'hyper-dispatch', name: 'Hyper Dispatch', group: 'Functions' },
  content: { id: 'content', name: 'Content', group: 'Content' },
} as const;
