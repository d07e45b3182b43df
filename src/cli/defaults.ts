// The help of all commands shows these defaults and loads none of the commands, so they are not beside their users.

/** The address at which the proxy listens. */
export const LISTEN = '127.0.0.1:8081';

/** The port of the embedded implementation that `serve` starts. */
export const PORT = 8080;

/** The folder for the files of `matrix`. */
export const MATRIX_FOLDER = 'conformance-matrix';

/** The command that shows the help of others. */
export const HELP = 'help';
