/** Stands for a secret value that is not shown. */
export const LEFT_OUT = '(left out)';

/** Names of challenges, which say how to authenticate and hold no secret (RFC 9110, 11.6.1). */
const CHALLENGE = /^(?:www|proxy)-authenticate$/i;

/** Whether the value of a header or query parameter of this name is always a secret. */
export const isSecretName = (name: string): boolean =>
  !CHALLENGE.test(name) && /auth|key|token|secret|cookie|signature|password|credential|^code$/i.test(name);
