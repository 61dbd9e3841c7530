import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/** The connection to a mail server, with the names of nodemailer's options. */
export interface SmtpAddress {
  readonly host: string
  /** Undefined: 587, or 465 with implicit TLS. */
  readonly port: number | undefined
  /** Implicit TLS. */
  readonly secure: boolean
  readonly auth: { readonly user: string; readonly pass: string } | undefined
  /** Neither mail nor password is sent before STARTTLS. */
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly opportunisticTLS: boolean
  /** The host name sent in EHLO. */
  readonly name: string | undefined
  readonly tls: { readonly rejectUnauthorized?: boolean; readonly servername?: string }
}

const Flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** The allowed options of nodemailer: those for TLS; none that log mails or pool connections. */
const Options = z.strictObject({
  requireTLS: Flag.optional(),
  ignoreTLS: Flag.default(false),
  opportunisticTLS: Flag.default(false),
  name: z
    .string()
    .regex(/^[\w.-]+$/)
    .optional(),
  'tls.rejectUnauthorized': Flag.optional(),
  'tls.servername': z
    .string()
    .regex(/^[\w.-]+$/)
    .optional(),
})

/**
 * Parses `smtp://user:password@host:587` or `smtps://…`. STARTTLS is required unless the host is loopback or an option disables it
 * (`?ignoreTLS=true`, `?opportunisticTLS=true`, `?requireTLS=false`).
 *
 * @returns undefined if it is invalid; callers must not show the text, which may contain a password
 */
export const parseSmtpAddress = (text: string): SmtpAddress | undefined => {
  const url = URL.parse(text)
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol)) return undefined
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const [user, pass] = [decoded(url.username), decoded(url.password)]
  const options = Options.safeParse(Object.fromEntries(url.searchParams))
  if (!/^[\w.-]+$/.test(host) && isIP(host) !== 6) return undefined
  if (!['', '/'].includes(url.pathname) || url.hash !== '' || !options.success) return undefined
  if (user === undefined || pass === undefined || (user === '') !== (pass === '')) return undefined
  const { requireTLS, ignoreTLS, opportunisticTLS, name, ...tls } = options.data
  const secure = url.protocol === 'smtps:'
  return {
    host,
    port: url.port === '' ? undefined : Number(url.port),
    secure,
    ignoreTLS,
    opportunisticTLS,
    name,
    auth: user === '' ? undefined : { user, pass },
    requireTLS: requireTLS ?? !(secure || ignoreTLS || opportunisticTLS || isLoopback(host)),
    tls: {
      ...(tls['tls.rejectUnauthorized'] === undefined ? {} : { rejectUnauthorized: tls['tls.rejectUnauthorized'] }),
      ...(tls['tls.servername'] === undefined ? {} : { servername: tls['tls.servername'] }),
    },
  }
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

const isLoopback = (host: string): boolean => {
  const family = isIP(host)
  return family === 0 ? /^(.+\.)?localhost$/i.test(host) : LOOPBACK.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
