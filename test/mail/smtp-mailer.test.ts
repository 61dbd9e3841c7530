import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { MailRefused, MailUndelivered } from '../../src/platform/mail/rules/mail.ts'
import { parseSmtpAddress } from '../../src/platform/mail/smtp-address.ts'
import { smtpMailer } from '../../src/platform/mail/smtp-mailer.ts'
import { makeAuthority } from '../support/certificates.ts'
import { waitFor } from '../support/wait-for.ts'
import { type MailServer, type MailServerOptions, startMailServer } from './mail-server.ts'

const FROM = { name: 'Tablé, talk', address: 'tabletalk@example.com' }
const MAIL = { id: 'mail-1', to: 'ada@example.com', subject: 'Hello', text: 'A line.\n.\nAnother one.\n' }
const TIMES = { dnsMs: 60_000, connectionMs: 60_000, greetingMs: 60_000, silenceMs: 60_000, mailMs: 60_000 }

const servers: MailServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
const serverWith = async (options: MailServerOptions = {}): Promise<MailServer> => {
  const server = await startMailServer(options)
  servers.push(server)
  return server
}

const mailerTo = (port: number, { options = '', user = '', host = '127.0.0.1', times = TIMES } = {}) => {
  const server = parseSmtpAddress(`smtp://${user}${host}:${port}${options}`)
  if (server === undefined) throw new Error('no address of a mail server')
  return smtpMailer(server, FROM, times)
}

/** The error of sending a mail, after checking that it contains nothing of the mail or of the server's texts. */
const trouble = async (sending: Promise<void>): Promise<unknown> => {
  const error: unknown = await sending.then(
    () => 'sent',
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Error)) throw new Error('it was sent')
  expect([error.message, error.stack, error.cause, ...Object.values(error)].join('\n')).not.toMatch(/ada|who is that/)
  return error
}

describe('the SMTP mailer', () => {
  it('sends plain text in UTF-8 from the configured name and closes the connection', async () => {
    const server = await serverWith()
    await mailerTo(server.port).send({ ...MAIL, subject: 'Grüße', text: 'Schöne Grüße\n.\n' })
    const [mail] = server.received
    expect(mail).toMatchObject({ from: FROM.address, to: [MAIL.to], isEncrypted: false })
    const [head = '', body] = mail?.source.split('\n\n') ?? []
    expect(head).toContain('Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=')
    expect(head).toContain('From: =?UTF-8?Q?Tabl=C3=A9=2C_talk?= <tabletalk@example.com>')
    expect(head).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m)
    expect(head).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(body).toBe('Sch=C3=B6ne Gr=C3=BC=C3=9Fe\n.\n')
    await waitFor('the end of the connection', async () => server.connected() === 0)
  })

  it('distinguishes permanent refusals from temporary ones', async () => {
    const outcomes = [
      ['RCPT TO', 550, MailRefused],
      ['DATA', 554, MailRefused],
      ['RCPT TO', 450, MailUndelivered],
      ['DATA', 452, MailUndelivered],
      // Refusals of the sender or the session can be fixed by the operator.
      ['MAIL FROM', 550, MailUndelivered],
      ['RCPT TO', 530, MailUndelivered],
    ] as const
    for (const [command, code, kind] of outcomes) {
      const server = await serverWith({ answer: (at) => (at === command ? code : undefined) })
      const error = await trouble(mailerTo(server.port).send(MAIL))
      expect([command, code, error]).toEqual([command, code, expect.any(kind)])
      expect(error).toMatchObject({ message: expect.stringContaining(`${code} 5.1.1`) })
      expect(server.received).toEqual([])
    }
  })

  it('treats an unreachable server and a refused login as temporary', async () => {
    const server = await serverWith({ password: 'right' })
    expect(await trouble(mailerTo(server.port, { user: 'me:wrong@' }).send(MAIL))).toMatchObject({
      message: 'The mail server did not accept the mail: EAUTH 535 5.7.8 at AUTH PLAIN.',
    })
    await mailerTo(server.port, { user: 'm%40e:right@' }).send(MAIL)
    expect(server.received).toMatchObject([{ user: 'm@e' }])
    await server.close()
    const away = await trouble(mailerTo(server.port).send(MAIL))
    expect(away).toBeInstanceOf(MailUndelivered)
    expect(away).toMatchObject({ message: 'The mail server did not accept the mail: ECONNREFUSED at CONN.' })
  })

  it('times out if the server sends no greeting, stops or repeats itself', async () => {
    const sockets: net.Socket[] = []
    let talk = (_socket: net.Socket): void => undefined
    const server = net.createServer((socket) => {
      sockets.push(socket.on('error', () => undefined))
      talk(socket)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const failureWithin = (times: Partial<typeof TIMES>) =>
      trouble(mailerTo(port, { times: { ...TIMES, ...times } }).send(MAIL)).then(String)
    expect(await failureWithin({ greetingMs: 20, mailMs: 3_000 })).toContain('ETIMEDOUT GREETING_TIMEOUT')
    const muttering: NodeJS.Timeout[] = []
    talk = (socket) => {
      socket.write('220 here\r\n')
      socket.on('data', () => muttering.push(setInterval(() => socket.write('250-more\r\n'), 5)))
    }
    expect(await failureWithin({ mailMs: 60 })).toContain('EABORT')
    for (const timer of muttering) clearInterval(timer)
    talk = (socket) => void socket.write('220 here\r\n')
    expect(await failureWithin({ silenceMs: 20, mailMs: 3_000 })).toContain('ETIMEDOUT SOCKET_TIMEOUT')
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  it('sends nothing unencrypted if STARTTLS is required, and nothing without a trusted certificate', async () => {
    const plain = await serverWith()
    expect(String(await trouble(mailerTo(plain.port, { options: '?requireTLS=true' }).send(MAIL)))).toContain('ETLS')
    const encrypted = await serverWith({ certificate: makeAuthority().sign('IP:127.0.0.1') })
    expect(await trouble(mailerTo(encrypted.port).send(MAIL))).toBeInstanceOf(MailUndelivered)
    expect([...plain.received, ...encrypted.received]).toEqual([])
    await mailerTo(encrypted.port, { options: '?requireTLS=true&tls.rejectUnauthorized=false' }).send(MAIL)
    expect(encrypted.received).toMatchObject([{ isEncrypted: true }])
  })
})

describe('no field of a mail', () => {
  const INJECTED = 'x\r\nBcc: eve@example.com\r\n\r\nMAIL FROM:<eve@example.com>\r\n.\r\nRCPT TO:<eve@example.com>\n'

  it('adds a header, a recipient or a command', async () => {
    const server = await serverWith()
    await mailerTo(server.port).send({ ...MAIL, subject: INJECTED, text: INJECTED })
    expect(server.received).toHaveLength(1)
    const [mail] = server.received
    expect(mail).toMatchObject({ to: [MAIL.to], from: FROM.address })
    const [head = ''] = mail?.source.split('\n\n') ?? []
    expect(head.match(/^[A-Z][\w-]+(?=:)/gm)?.toSorted()).toEqual(
      [
        ...['Auto-Submitted', 'Content-Transfer-Encoding', 'Content-Type', 'Date', 'From', 'MIME-Version'],
        ...['Message-ID', 'Subject', 'To'],
      ].toSorted(),
    )
  })

  it('changes the single recipient', async () => {
    const server = await serverWith()
    for (const to of [
      ...['ada@example.com\r\nBcc: eve@example.com', 'ada@example.com, eve@example.com', 'ada@example.com;eve@x.com'],
      ...['Ada <ada@example.com>', 'group: ada@example.com;', '"ada@eve.com"@example.com', 'ada@example.com\0', ''],
      ...['ada@example.com> NOTIFY=SUCCESS', 'ada @example.com', 'ada', '@example.com', 'ada@', 'ada@a@b'],
      ...['ada@example.com\u2028', `${'a'.repeat(65)}@example.com`, `ada@${'b'.repeat(251)}`],
    ])
      expect([to, await trouble(mailerTo(server.port).send({ ...MAIL, to }))]).toEqual([to, expect.any(MailRefused)])
    expect(server.received).toEqual([])
  })
})
