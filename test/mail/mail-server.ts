import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { Certificate } from '../support/certificates.ts'

export interface Received {
  readonly from: string
  readonly to: readonly string[]
  /** The mail as received, lines ending in `\n`. */
  readonly source: string
  readonly isEncrypted: boolean
  readonly user: unknown
}

/** A real mail server that stores the mails it receives. */
export interface MailServer {
  readonly port: number
  readonly received: readonly Received[]
  /** Settles with the next received mail. */
  next(): Promise<Received>
  /** How many clients are connected. */
  connected(): number
  close(): Promise<void>
}

export interface MailServerOptions {
  /** A free port by default. */
  readonly port?: number
  /** Without one it offers no TLS. */
  readonly certificate?: Certificate
  /** Reply code for a recipient, a sender or a mail; undefined: accepted. */
  readonly answer?: (command: 'MAIL FROM' | 'RCPT TO' | 'DATA', address: string) => number | undefined
  /** Awaited before a mail is accepted; if it never settles, the client gets no reply. */
  readonly before?: () => Promise<void>
  readonly password?: string
}

export const startMailServer = async (options: MailServerOptions = {}): Promise<MailServer> => {
  const { certificate, answer = () => undefined, before, password, port: wanted = 0 } = options
  const received: Received[] = []
  const waiting: ((mail: Received) => void)[] = []
  const said = (command: 'MAIL FROM' | 'RCPT TO' | 'DATA', address: string): Error | undefined => {
    const responseCode = answer(command, address)
    return responseCode === undefined ? undefined : Object.assign(new Error(`5.1.1 not <${address}>`), { responseCode })
  }
  const server = new SMTPServer({
    ...(certificate === undefined ? { disabledCommands: ['STARTTLS'] } : certificate),
    authOptional: password === undefined,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.password === password ? done(null, { user: auth.username }) : done(new Error('5.7.8 who is that?')),
    onMailFrom: ({ address }, _session, done) => done(said('MAIL FROM', address)),
    onRcptTo: ({ address }, _session, done) => done(said('RCPT TO', address)),
    onData: async (stream, { envelope, secure, user }, done) => {
      const source = (await text(stream)).replaceAll('\r\n', '\n')
      await before?.()
      const to = envelope.rcptTo.map(({ address }) => address)
      const refused = said('DATA', to.join())
      if (refused === undefined) {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const mail = { from, to, source, isEncrypted: secure, user }
        received.push(mail)
        for (const tell of waiting.splice(0)) tell(mail)
      }
      done(refused)
    },
  })
  // An aborted client is no failure of the server.
  server.on('error', () => undefined)
  const listening = server.listen(wanted, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    port,
    received,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    connected: () => server.connections.size,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
