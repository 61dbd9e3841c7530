import type net from 'node:net'

export interface FollowedTurn {
  readonly conversation: string
  readonly turn: string
  readonly headers: Readonly<Record<string, string>>
}

/** Somebody who reads the stream of a turn that runs. */
export interface Follower {
  readonly events: readonly { readonly id: string; readonly at: number }[]
  /** Settles with the first event. */
  readonly begun: Promise<void>
  /** Settles with the name of the last event when the connection is over. */
  readonly ended: Promise<string>
}

/** Reads it over a bare socket: thousands of `fetch` would measure their own work. */
export const follow = (socket: net.Socket, { conversation, turn, headers }: FollowedTurn): Follower => {
  const events: { id: string; at: number }[] = []
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  let [rest, last] = ['', '']
  socket.setEncoding('utf8').on('data', (text: string) => {
    const whole = rest + text
    const end = whole.lastIndexOf('\n') + 1
    rest = whole.slice(end)
    const at = Date.now()
    for (const [, field, value = ''] of whole.slice(0, end).matchAll(FIELD)) {
      if (field === 'event') last = value
      else events.push({ id: value, at })
    }
    if (events.length > 0) begun.resolve()
    if (last === 'done' || last === 'error') socket.destroy()
  })
  socket
    .once('error', () => undefined)
    .once('close', () => {
      begun.resolve()
      ended.resolve(last)
    })
  const path = `/api/v1/chat/${conversation}/stream`
  const lines = Object.entries({ Host: 'localhost', ...headers, 'Last-Event-ID': `${turn}.0` })
  socket.write([`GET ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '\r\n'].join('\r\n'))
  return { events, begun: begun.promise, ended: ended.promise }
}

const FIELD = /^(event|id): (.*)$/gm
