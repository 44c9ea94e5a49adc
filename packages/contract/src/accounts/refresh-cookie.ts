/** Name of the cookie that holds the refresh token; scripts never see it. */
export const REFRESH_COOKIE = 'atrium_refresh';

export const REFRESH_COOKIE_PATH = '/auth/v1';

/** Name of the cookie by which a device that signed in before is known; it signs no one in. */
export const DEVICE_COOKIE = 'atrium_device';
