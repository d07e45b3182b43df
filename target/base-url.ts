import { VERSION_PREFIX } from '../model/operations.ts';

/** A base URL as it was understood. */
export type BaseUrl =
  | { readonly kind: 'ok'; readonly url: string; readonly note?: string }
  | { readonly kind: 'wrong'; readonly problem: string };

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** True when the URL's host is this machine. */
export const isLoopback = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

/** Reads {base_url}: with or without a path prefix or a trailing slash; a final /v2 is taken off, since paths bring it. */
export function readBaseUrl(given: string): BaseUrl {
  if (!URL.canParse(given))
    return {
      kind: 'wrong',
      problem: `the base URL "${given}" is no URL; give one such as https://sandbox.example.com`,
    };
  const url = new URL(given);
  if (!/^https?:$/.test(url.protocol))
    return { kind: 'wrong', problem: `the base URL "${given}" is neither http nor https` };
  if (url.username || url.password)
    return {
      kind: 'wrong',
      problem:
        'the base URL holds a user name or password; give credentials by ACCESS_TOKEN or CLIENT_ID and CLIENT_SECRET',
    };
  if (url.search || url.hash)
    return {
      kind: 'wrong',
      problem: `the base URL "${given}" has a query or a fragment; paths are appended to it, so leave them out`,
    };
  const path = url.pathname.replace(/\/+$/, '');
  const versioned = path.endsWith(VERSION_PREFIX);
  const prefix = versioned ? path.slice(0, -VERSION_PREFIX.length) : path;
  const note = `the base URL ends in ${VERSION_PREFIX}, which every path brings itself: ${url.origin}${prefix} is used`;
  return { kind: 'ok', url: `${url.origin}${prefix}`, ...(versioned ? { note } : {}) };
}
