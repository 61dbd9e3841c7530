import { z } from 'zod'
import { PLANS, type Plan } from '../../access/rules/organization.ts'
import { parseStoreAddress, StoreAddressInvalid } from '../../store/store-address.ts'
import { parseMailbox } from '../mail/mailbox.ts'
import { parseSmtpAddress } from '../mail/smtp-address.ts'
import { canonicalAddress } from '../network/client-address.ts'

export const seconds = (fallback: number, max: number) => z.coerce.number().int().positive().max(max).default(fallback)

export const storeAddress = z.string().superRefine((uri, context) => {
  try {
    parseStoreAddress(uri)
  } catch (error) {
    if (!(error instanceof StoreAddressInvalid)) throw error
    context.addIssue({ code: 'custom', message: error.advice })
  }
})

/** The base URL of a model server. */
export const modelUrl = z.url({ protocol: /^https?$/, message: 'use the form http://host:port/path or https://…' })

const PROXY_NAMES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

/** IP addresses and networks, separated by commas. */
export const addressList = z.string().transform((text, context) =>
  text.split(',').map((part) => {
    const known = PROXY_NAMES.find((name) => name === part.trim()) ?? canonicalAddress(part)
    if (known === undefined)
      context.addIssue({
        code: 'custom',
        message: `use addresses, networks or ${PROXY_NAMES.join(', ')}, separated by commas`,
      })
    return known ?? ''
  }),
)

/** `9464` or `host:9464`. */
export const metricsAddress = z.string().transform((text, context) => {
  const { host = '127.0.0.1', port = '' } = /^(?:(?<host>[^:]+|\[[^\]]+\]):)?(?<port>\d{1,5})$/.exec(text)?.groups ?? {}
  if (port === '' || Number(port) > 65_535)
    context.addIssue({ code: 'custom', message: 'use a port or host:port, for example 127.0.0.1:9464' })
  return { host, port: Number(port) }
})

/** `host` or `host:port`; Temporal's client supports no scheme. */
export const hostAndPort = z
  .string()
  .refine(
    (text) => /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(text) && URL.canParse(`tcp://${text}`),
    'use host:port, for example 127.0.0.1:7233',
  )

/** Sent in a header, so it may not contain spaces or line breaks, which result from copying. */
export const apiKey = z.string().regex(/^[!-~]+$/, 'must not contain spaces or line breaks')

/** A mail server. Errors do not repeat the value, which may contain a password. */
export const mailServer = z.string().transform((text, context) => {
  const server = parseSmtpAddress(text)
  if (server !== undefined) return server
  context.addIssue({
    code: 'custom',
    message:
      'use smtp://user:password@host:587 or smtps://…, with special characters of the password percent-encoded; options are ' +
      'requireTLS, ignoreTLS, opportunisticTLS, name, tls.rejectUnauthorized and tls.servername',
  })
  return z.NEVER
})

/** The sender of mails. */
export const mailbox = z.string().transform((text, context) => {
  const from = parseMailbox(text)
  if (from !== undefined) return from
  context.addIssue({ code: 'custom', message: 'use Name <name@example.com>, or only an address' })
  return z.NEVER
})

/** A base URL for links, without a trailing `/`. */
export const pageUrl = (example: string) =>
  z.string().transform((text, context) => {
    const url = URL.parse(text)
    const isPage =
      url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}${url.hash}` === ''
    if (isPage) return url.href.replace(/\/+$/, '')
    context.addIssue({ code: 'custom', message: `use the form ${example}, without ? or #` })
    return z.NEVER
  })

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** The origin of a payment processor: without a path, which its client adds; HTTPS, because the key is sent along. */
export const processorUrl = z.string().transform((text, context) => {
  const url = URL.parse(text)
  const isSafe =
    url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname)))
  if (isSafe && url.href === `${url.origin}/`) return url.origin
  context.addIssue({
    code: 'custom',
    message:
      'use https://host or https://host:port, without a path; http is allowed only for this machine: http://127.0.0.1:port',
  })
  return z.NEVER
})

/** Signing secrets of events: one, or two during a rotation. */
export const webhookSecrets = z.string().transform((text, context) => {
  const secrets = text.split(',').map((part) => part.trim())
  if (secrets.length <= 2 && secrets.every((secret) => /^[!-+--~]{16,255}$/.test(secret))) return secrets
  context.addIssue({
    code: 'custom',
    message: 'use whsec_…, or two secrets separated by a comma while one replaces the other',
  })
  return z.NEVER
})

const PRICES_FORMAT =
  'use plan=price with price ids, separated by commas; if a plan has several prices, the first one is sold: starter=price_…,professional=price_…'

const PLAN_PRICES_MAX = 100

/** Prices by plan: the first one is sold; the others were sold earlier. */
export const planPrices = z.string().transform((text, context): ReadonlyMap<Plan, readonly string[]> => {
  const prices = new Map<Plan, readonly string[]>()
  const add = (message: string) => context.addIssue({ code: 'custom', message })
  const entries = text.split(',')
  if (entries.length > PLAN_PRICES_MAX) add(`has more than ${PLAN_PRICES_MAX} prices`)
  for (const entry of entries.slice(0, PLAN_PRICES_MAX)) {
    const [, name, price = ''] = /^(\w+)=([\w.-]{1,255})$/.exec(entry.trim()) ?? []
    const plan = PLANS.find((known) => known === name)
    if (plan === undefined) add(`${PRICES_FORMAT}; plans are ${PLANS.join(', ')}`)
    else if ([...prices.values()].flat().includes(price)) add(`a price of ${plan} is listed twice`)
    else prices.set(plan, [...(prices.get(plan) ?? []), price])
  }
  return prices
})
