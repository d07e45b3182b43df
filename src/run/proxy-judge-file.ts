/** Where the code of the proxy's judge begins. */
export const judgeThread = new URL('./proxy-judge.js', import.meta.url);
