/** The entry file of the proxy's judging thread. */
export const judgeThread = new URL('./proxy-judge.js', import.meta.url);
