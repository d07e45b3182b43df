import { base64, header, JSON_TYPE, log, type Recording, unknownSizes, WITHDRAWALS } from './recording-parts.ts';

/** Every body in base64; sizes of what came over the wire. */
export function charles({ sent, answer }: Recording): string {
  const headers = [header('Content-Type', 'application/json;charset=UTF-8'), header('Transfer-Encoding', 'chunked')];
  return log({ name: 'Charles Proxy', version: '4.6.6' }, [
    {
      startedDateTime: '2026-01-02T03:04:05.678+00:00',
      time: 55,
      request: {
        method: 'POST',
        url: WITHDRAWALS,
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers,
        queryString: [],
        postData: { mimeType: JSON_TYPE, text: sent },
        headersSize: 400,
        bodySize: sent.length,
      },
      response: {
        _charlesStatus: 'COMPLETE',
        status: 200,
        statusText: 'OK',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers,
        content: {
          size: answer.length,
          compression: 10,
          mimeType: JSON_TYPE,
          text: base64(answer),
          encoding: 'base64',
        },
        redirectURL: null,
        headersSize: 0,
        bodySize: 0,
      },
      serverIPAddress: '192.0.2.1',
      cache: {},
      timings: { dns: -1, connect: -1, ssl: -1, send: 1, wait: 50, receive: 4 },
    },
  ]);
}

/** No statuses and an empty content where the server was lost; comments that are empty. */
export function mitmproxy({ sent, answer }: Recording): string {
  const request = {
    method: 'POST',
    url: WITHDRAWALS,
    httpVersion: 'HTTP/2.0',
    cookies: [],
    headers: [header('content-type', JSON_TYPE), header('authorization', 'Bearer abcdefgh')],
    queryString: [],
    headersSize: 300,
    bodySize: sent.length,
    postData: { mimeType: JSON_TYPE, text: sent, params: [] },
  };
  const entry = {
    startedDateTime: '2026-01-02T03:04:05.678901+00:00',
    time: 41.23,
    cache: {},
    timings: { connect: -1, ssl: -1, send: 1.2, receive: 2.3, wait: 37.7 },
    serverIPAddress: '192.0.2.1',
    request,
  };
  return log(
    { name: 'mitmproxy', version: '11.0', comment: '' },
    [
      {
        ...entry,
        response: {
          status: 0,
          statusText: '',
          httpVersion: '',
          headers: [],
          cookies: [],
          content: {},
          redirectURL: '',
          ...unknownSizes,
          _transferSize: 0,
          _error: 'connection closed',
        },
      },
      {
        ...entry,
        response: {
          status: 200,
          statusText: '',
          httpVersion: 'HTTP/2.0',
          cookies: [],
          headers: [header('content-type', JSON_TYPE)],
          content: { size: answer.length, compression: 0, mimeType: JSON_TYPE, text: answer },
          redirectURL: '',
          headersSize: 100,
          bodySize: answer.length,
        },
      },
    ],
    { pages: [] },
  );
}

/** A byte order mark, line breaks, the entries before version and creator, everything in base64. */
export function fiddler({ sent, answer }: Recording): string {
  const headers = [header('Content-Type', JSON_TYPE)];
  const entries = [
    {
      time: 44,
      startedDateTime: '2026-01-02T03:04:05.6780000+00:00',
      request: {
        method: 'POST',
        url: WITHDRAWALS,
        headers,
        bodySize: sent.length,
        postData: { mimeType: JSON_TYPE, text: sent },
      },
      response: {
        status: 200,
        headers,
        content: { size: answer.length, mimeType: JSON_TYPE, encoding: 'base64', text: base64(answer) },
        bodySize: 90,
      },
      connection: 'ClientPort:50000;EgressPort:50001',
      _comment: '[#2]',
    },
  ];
  const text = JSON.stringify(
    {
      log: {
        comment: 'exported',
        browser: {},
        pages: [],
        entries,
        creator: { name: 'Fiddler', version: '5.0' },
        version: '1.2',
      },
    },
    null,
    2,
  );
  return `\uFEFF${text.replaceAll('\n', '\r\n')}\r\n`;
}

/** What scripts export from Postman: the least of an entry, and comments. */
export function postman({ sent, answer }: Recording): string {
  return log({ name: 'Postman', version: '11' }, [
    {
      comment: 'Create Fiat Withdrawal',
      request: {
        method: 'post',
        url: WITHDRAWALS,
        headers: [header('Content-Type', JSON_TYPE)],
        postData: { text: sent },
      },
      response: { status: 200, headers: [header('Content-Type', JSON_TYPE)], content: { text: answer } },
    },
  ]);
}
