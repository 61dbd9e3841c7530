import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { Webhook } from 'standardwebhooks'

/** An event, once it is known who sent it. */
export interface ReceivedEvent {
  /** The same for a retry: receivers that have processed it answer and do nothing. */
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly data: unknown
}

const BODY_BYTES_MAX = 64 * 1024

/**
 * What a server of one's own does with the requests of a webhook: it believes none that its secret has not signed, and
 * deals with each event once.
 *
 * @param secret `whsec_…`, as the answer that made the webhook shows it
 * @param onEvent deals with an event; where it throws, the event is sent again later
 */
export const webhookReceiver = (
  secret: string,
  onEvent: (event: ReceivedEvent) => Promise<void> | void,
): RequestListener => {
  const webhook = new Webhook(secret)
  // In a database, in earnest: events of a day are sent again.
  const dealtWith = new Map<string, Promise<void>>()
  return async (request, response) => {
    let body = ''
    try {
      for await (const part of request.setEncoding('utf8')) {
        body += part
        if (body.length > BODY_BYTES_MAX) return void response.writeHead(413).end()
      }
    } catch {
      // Hung up in the middle.
      return void response.destroy()
    }
    const id = String(request.headers['webhook-id'])
    try {
      // The text as it came: a signature is of bytes, and JSON that is read and written again may have others.
      webhook.verify(
        body,
        Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, `${value}`])),
      )
    } catch {
      return void response.writeHead(401).end()
    }
    try {
      const dealing = dealtWith.get(id) ?? Promise.resolve(onEvent({ id, ...JSON.parse(body) }))
      dealtWith.set(id, dealing)
      await dealing
      response.writeHead(204).end()
    } catch {
      dealtWith.delete(id)
      response.writeHead(500).end()
    }
  }
}

if (import.meta.main) {
  const [, , secretFile = '', port = '4000'] = process.argv
  const show = ({ id, type, data }: ReceivedEvent) => console.log(type, id, JSON.stringify(data))
  const secret = readFileSync(secretFile, 'utf8').trim()
  createServer(webhookReceiver(secret, show)).listen(Number(port), '127.0.0.1')
}
