/** Thrown when the run could not be made. The message is one sentence. */
export class Aborted extends Error {}
