import type { Server } from 'node:http';

/** Port of the service on this machine if nothing else is asked for. */
export const DEFAULT_PORT = 3000;

/** Whether a number can be the port of a server. */
export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535;

/**
 * Lets a server listen on the loopback interface.
 * @throws Error whose `code` is `EADDRINUSE` if the port is taken
 */
export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}
