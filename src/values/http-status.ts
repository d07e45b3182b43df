/** HTTP statuses (RFC 9110, 15; 423 and 424 of RFC 4918, 425 of RFC 8470, 429 of RFC 6585) that this tool tells apart. */
export const OK = 200;
export const CREATED = 201;
export const UNAUTHORIZED = 401;
export const PAYMENT_REQUIRED = 402;
export const FORBIDDEN = 403;
export const NOT_FOUND = 404;
export const METHOD_NOT_ALLOWED = 405;
export const NOT_ACCEPTABLE = 406;
export const PROXY_AUTHENTICATION_REQUIRED = 407;
export const REQUEST_TIMEOUT = 408;
export const CONFLICT = 409;
export const GONE = 410;
export const UNSUPPORTED_MEDIA_TYPE = 415;
/** Not registered: some services limit the rate of requests with it. */
export const ENHANCE_YOUR_CALM = 420;
export const LOCKED = 423;
export const FAILED_DEPENDENCY = 424;
const TOO_EARLY = 425;
export const TOO_MANY_REQUESTS = 429;
const BAD_GATEWAY = 502;
export const SERVICE_UNAVAILABLE = 503;
const GATEWAY_TIMEOUT = 504;

/** The status of a request that got no complete response, as HAR writes it. */
export const NO_ANSWER = 0;

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

export const isClientError = (status: number): boolean => status >= 400 && status < 500;

export const isServerError = (status: number): boolean => status >= 500;

const TEMPORARY: ReadonlySet<number> = new Set([
  REQUEST_TIMEOUT,
  TOO_EARLY,
  BAD_GATEWAY,
  SERVICE_UNAVAILABLE,
  GATEWAY_TIMEOUT,
]);

/**
 * Returns whether the same request may succeed a moment later. This excludes 429, after which fewer requests must be
 * sent.
 */
export const isTemporary = (status: number): boolean => TEMPORARY.has(status);

/**
 * Returns whether something in front of the service has no answer of it. A connection that was idle too long may be
 * closed with 408. 425 is excluded: the service answered it, and only wants the request again.
 */
export const isOutage = (status: number): boolean => isTemporary(status) && status !== TOO_EARLY;
