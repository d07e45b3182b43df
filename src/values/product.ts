/** The name of this package, and of its product in the User-Agent header of each request (RFC 9110, 10.1.5). */
export const PRODUCT = 'transfer-conformance';
