export interface Endless {
  readonly url: string;
  readonly token: string;
  readonly fixtures: object;
  /** Paths with queries of the received requests. */
  readonly asked: readonly string[];
  close(): Promise<unknown>;
}

export function listenEndless(name: string): Promise<Endless>;
