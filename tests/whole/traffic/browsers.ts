import { begun, header, JSON_TYPE, log, type Recording, unknownSizes, WITHDRAWALS } from './recording-parts.ts';

/** Pseudo headers, no Authorization, members of its own; a preflight and a request that was blocked come first. */
export function chrome({ sent, answer }: Recording): string {
  const request = {
    method: 'POST',
    url: WITHDRAWALS,
    httpVersion: 'http/2.0',
    headers: [
      header(':authority', 'api.example.com'),
      header(':method', 'POST'),
      header(':path', '/v2/transfer/fiat-withdrawals'),
      header('content-type', JSON_TYPE),
    ],
    queryString: [],
    cookies: [],
    headersSize: -1,
    bodySize: sent.length,
    postData: { mimeType: JSON_TYPE, text: sent },
  };
  const response = {
    status: 200,
    statusText: '',
    httpVersion: 'http/2.0',
    headers: [
      header(':status', '200'),
      header('content-type', `${JSON_TYPE}; charset=utf-8`),
      header('content-encoding', 'br'),
    ],
    cookies: [],
    content: { size: answer.length, mimeType: JSON_TYPE, text: answer },
    redirectURL: '',
    ...unknownSizes,
    _transferSize: 412,
    _error: null,
    _fetchedViaServiceWorker: false,
  };
  const common = { _connectionId: '12', _initiator: { type: 'script' }, _priority: 'High', _resourceType: 'fetch' };
  const timing = {
    startedDateTime: begun,
    time: 41.2,
    timings: { blocked: 1, dns: -1, send: 0.1, wait: 40, receive: 0.1, _queued: 1 },
  };
  const none = {
    status: 0,
    statusText: '',
    httpVersion: '',
    headers: [],
    cookies: [],
    content: { size: 0, mimeType: 'x-unknown' },
    redirectURL: '',
    ...unknownSizes,
  };
  return log(
    { name: 'WebInspector', version: '537.36' },
    [
      {
        ...common,
        ...timing,
        request: { ...request, method: 'OPTIONS', postData: undefined },
        response: { ...response, status: 204, content: { size: 0, mimeType: '' } },
      },
      { ...common, ...timing, request, response: { ...none, _error: 'net::ERR_BLOCKED_BY_CLIENT' } },
      { ...common, ...timing, cache: {}, connection: '443', serverIPAddress: '[2001:db8::1]', request, response },
    ],
    { pages: [] },
  );
}

/** A browser, pages with comments, parameters beside the text. */
export function firefox({ sent, answer }: Recording): string {
  const headers = [header('Content-Type', JSON_TYPE), header('Authorization', 'Bearer abcdefgh')];
  return log(
    { name: 'Firefox', version: '128.0', comment: '' },
    [
      {
        pageref: 'page_1',
        startedDateTime: '2026-01-02T04:04:05.678+01:00',
        request: {
          bodySize: sent.length,
          method: 'POST',
          url: WITHDRAWALS,
          httpVersion: 'HTTP/2',
          headers,
          cookies: [],
          queryString: [],
          headersSize: 312,
          postData: { mimeType: JSON_TYPE, params: [], text: sent },
        },
        response: {
          status: 200,
          statusText: 'OK',
          httpVersion: 'HTTP/2',
          headers,
          cookies: [],
          content: { mimeType: JSON_TYPE, size: answer.length, text: answer },
          redirectURL: '',
          headersSize: 200,
          bodySize: 300,
        },
        cache: {},
        timings: { blocked: 0, dns: 0, connect: 0, ssl: 0, send: 0, wait: 40, receive: 0 },
        time: 40,
        _securityState: 'secure',
        serverIPAddress: '192.0.2.1',
        connection: '443',
      },
    ],
    {
      browser: { name: 'Firefox', version: '128.0' },
      pages: [{ id: 'page_1', pageTimings: { onLoad: 1 }, startedDateTime: begun, title: 'x' }],
    },
  );
}

/** Its minimal mode: sizes unknown, no cookies and timings. */
export function playwright({ sent, answer }: Recording): string {
  return log(
    { name: 'Playwright', version: '1.65.1' },
    [
      {
        startedDateTime: begun,
        time: -1,
        request: {
          method: 'POST',
          url: WITHDRAWALS,
          httpVersion: 'HTTP/2.0',
          cookies: [],
          headers: [header('content-type', JSON_TYPE)],
          queryString: [],
          ...unknownSizes,
          postData: { mimeType: JSON_TYPE, text: sent, params: [] },
        },
        response: {
          status: 200,
          statusText: '',
          httpVersion: 'HTTP/2.0',
          cookies: [],
          headers: [header('content-type', JSON_TYPE)],
          content: { size: -1, mimeType: JSON_TYPE, text: answer },
          ...unknownSizes,
          redirectURL: '',
        },
        cache: {},
        timings: { send: -1, wait: -1, receive: -1 },
      },
    ],
    { browser: { name: 'chromium', version: '140.0' } },
  );
}
