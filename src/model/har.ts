/** The comment of a HAR content of which only a part was kept. */
export const PART_OF_BODY = 'only a part of the body';
