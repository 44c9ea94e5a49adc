import { domainChannels, ownChannels } from '@atrium/contract/notifications/channels';

/** Channels of the domain, or of the person alone. */
export type ChannelScope = 'domain' | 'own';

/** The calls about the channels of each scope. */
export const channelEndpoints = { domain: domainChannels, own: ownChannels } as const;
