/** Given, so that no test writes one to the data folder of this checkout. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 'atrium').toString('base64');
