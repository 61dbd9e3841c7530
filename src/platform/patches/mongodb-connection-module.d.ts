/** The driver's own connection, which its index does not export: only what is mended of it. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { Socket } from 'node:net'

  export class Connection {
    readonly address: string
    readonly socket: Socket
    writeCommand(command: unknown, options: { readonly signal?: AbortSignal }): Promise<void>
  }
}
