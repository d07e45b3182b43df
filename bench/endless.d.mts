export interface Endless {
  readonly url: string;
  readonly token: string;
  readonly fixtures: object;
  /** Paths with their queries, of the requests that it got. */
  readonly asked: readonly string[];
  close(): Promise<unknown>;
}

export function listenEndless(name: string): Promise<Endless>;
