/**
 * Name of the cookie that holds the refresh token; scripts never see it. Browsers take a name that begins with `__Host-`
 * only from this very host and over https: no other host of the same site can plant one. Over http on the loopback interface
 * the three have names without it.
 */
export const REFRESH_COOKIE = '__Host-atrium_refresh';

/** Name of the cookie by which a device that signed in before is known; it signs no one in. */
export const DEVICE_COOKIE = '__Host-atrium_device';

/** Name of the cookie that binds a sign-in with an identity provider to the browser that began it. */
export const PROVIDER_COOKIE = '__Host-atrium_provider';
