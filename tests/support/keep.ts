interface Closable {
  close(): unknown;
}

const ofTest: Closable[] = [];
const ofFile: Closable[] = [];

async function closeAll(open: Closable[]): Promise<void> {
  for (const each of open.splice(0).reverse()) await each.close();
}

/** Something that is closed after the test that opened it: what was opened last comes first. */
export function keep<T extends Closable>(each: T): T {
  ofTest.push(each);
  return each;
}

/** Something that is closed after the last test of the file. */
export function closing<T extends Closable>(each: T): T {
  ofFile.push(each);
  return each;
}

export const afterTest = (): Promise<void> => closeAll(ofTest);
export const afterFile = (): Promise<void> => closeAll(ofFile);
