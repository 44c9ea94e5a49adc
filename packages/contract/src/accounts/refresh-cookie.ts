/** Name of the cookie that holds the refresh token; scripts never see it. */
export const REFRESH_COOKIE = 'atrium_refresh';

export const REFRESH_COOKIE_PATH = '/auth/v1';
