/** The parts of `ws` that the tests use. */
declare module 'ws' {
  export interface WebSocket {
    send(text: string): void
    on(event: 'message', listener: (data: Buffer) => void): void
    on(event: 'close', listener: () => void): void
  }
  export class WebSocketServer {
    readonly clients: ReadonlySet<WebSocket>
    constructor(options: { readonly server: import('node:http').Server })
    on(event: 'connection', listener: (socket: WebSocket) => void): void
    close(): void
  }
}
