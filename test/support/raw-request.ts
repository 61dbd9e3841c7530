import http from 'node:http'
import net from 'node:net'

export interface RawReply {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
}

/** A request with its headers in pairs, as often and as spelled as given: `fetch` would put them together. */
export const rawRequest = (
  url: string,
  headers: readonly (readonly [string, string])[],
  {
    method = 'GET',
    body = '',
    host = new URL(url).host,
  }: { readonly method?: string; readonly body?: string; readonly host?: string } = {},
): Promise<RawReply> =>
  new Promise((resolve, reject) => {
    const sent = http.request(url, { method, agent: false, headers: ['Host', host, ...headers.flat()] }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.once('error', reject)
    sent.end(body)
  })

/** What a server answers to bytes that no client would send, until it closes. */
export const rawBytes = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port })
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.once('error', reject).once('close', () => resolve(text))
    socket.write(bytes, 'latin1')
  })
