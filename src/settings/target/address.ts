import { VERSION_PREFIX } from '../../contract/operations.ts';
import { Problem } from '../usage-error.ts';

/** A base URL as it is used, and notes on how it was read. */
export interface BaseUrl {
  readonly url: string;
  readonly notes: readonly string[];
}

/** Returns whether the URL's host is this machine: `localhost`, 127.0.0.0/8 or `::1`. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/\.$/, '');
  return /^(127(\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]|(.+\.)?localhost)$/.test(host);
}

/**
 * Reads a base URL, with or without a path prefix and a trailing slash. A trailing `/v2` is removed, because every path
 * starts with `/v2` itself. Throws Problem.
 */
export function understandBaseUrl(value: string): BaseUrl {
  const url = httpUrl(value);
  if (url.search || url.hash || /[?#]/.test(value)) {
    throw new Problem(`has a query or a fragment: give only the address, such as https://api.example.com`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith(VERSION_PREFIX)) return { url: url.origin + path, notes: [] };
  const shorter = url.origin + path.slice(0, -VERSION_PREFIX.length).replace(/\/+$/, '');
  const note = `the base URL ends in ${VERSION_PREFIX}, which is part of every path: using ${shorter}`;
  return { url: shorter, notes: [note] };
}

/** Reads the address of a token endpoint. It may have a query (RFC 6749, 3.2) but no fragment. Throws Problem. */
export function understandTokenUrl(value: string): string {
  const url = httpUrl(value);
  if (url.hash || value.includes('#')) throw new Problem("has a fragment: give only the token endpoint's address");
  return url.href;
}

function httpUrl(value: string): URL {
  const example = 'give one that starts with https:// or http://, such as https://api.example.com';
  if (!URL.canParse(value)) throw new Problem(`is not a URL: ${example}`);
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Problem(`is not an http URL: ${example}`);
  if (url.username || url.password) {
    throw new Problem('contains a user name or password: remove it, and set ACCESS_TOKEN or CLIENT_SECRET instead');
  }
  return url;
}
