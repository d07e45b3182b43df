/** Exit codes of the command. They are public: pipelines depend on them. */
export const EXIT = {
  conformant: 0,
  nonconformant: 1,
  usage: 2,
  incomplete: 3,
  aborted: 4,
  interrupted: 130,
  terminated: 143,
} as const;

/** The meaning of each exit code, for the reference. */
export const exitMeanings: Readonly<Record<keyof typeof EXIT, string>> = {
  conformant: 'conformant: every `must` requirement passed, or its failure is waived or in the baseline',
  nonconformant:
    'nonconformant: a `must` requirement failed (with `--fail-on should`: or a `should`), or a waiver has expired or is no longer needed',
  usage: 'a flag, variable or file is wrong; or a waiver names an unknown requirement',
  incomplete:
    'incomplete: nothing failed, but a `must` requirement was not exercised (`--allow-incomplete` makes it 0)',
  aborted:
    'aborted: the target could not be reached, gave no token or stopped answering; or a report could not be written, or this tool made an internal error',
  interrupted: 'interrupted by SIGINT (Ctrl-C); the reports show what was found until then',
  terminated:
    'interrupted by SIGTERM, or by SIGHUP because its terminal was closed; the reports show what was found until then',
};
