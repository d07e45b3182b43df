/** Whether a text may be the value of an HTTP header (RFC 9110, section 5.5). */
export const isHeaderValue = (text: string): boolean => !/[^\t\x20-\x7e\x80-\xff]/.test(text);
