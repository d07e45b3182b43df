/** Exit codes of the command: the public surface that pipelines depend on. */
export const EXIT = {
  conformant: 0,
  nonconformant: 1,
  usage: 2,
  incomplete: 3,
  aborted: 4,
  interrupted: 130,
  terminated: 143,
} as const;
