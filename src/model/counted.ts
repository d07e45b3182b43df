/** One observed answer where the document is silent, and how often it was seen. */
export interface Counted {
  readonly answer: string;
  readonly count: number;
}
