/** The driver's internal connection class, which its index does not export: only the patched members. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { Socket } from 'node:net'

  export class Connection {
    readonly address: string
    readonly socket: Socket
    writeCommand(command: unknown, options: { readonly signal?: AbortSignal }): Promise<void>
  }
}
