import { isIPv6 } from 'node:net'
import tlds from 'tlds' with { type: 'json' }

const REMOVED = '(link removed)'

/**
 * Text in which no client finds an address to link. An address that can carry data (a path, a port, a user, a known
 * scheme, IPv6) is removed to the end of its word. A bare name or IPv4 address only loses its dots ("Booking.com" →
 * "Booking com"), because customers and columns have such names, and an unknown scheme gets a space after its colon.
 * Names without a top-level domain ("Node.js", "orders.amount"), decimals, versions, times and ratios stay.
 *
 * linkify-it is not used: it knows only registered schemes, and no IPv6. The tests compare this rule with it.
 */
export const withoutAddresses = (text: string): string =>
  text.replace(/\S+/g, (word) => {
    if (!MAY_HOLD_ADDRESS.test(word)) return word
    // Some ligatures normalize to eighteen letters, so the visible word may be that much longer.
    return word.length > WORD_LENGTH_MAX ? `${withoutAddress(word.slice(0, WORD_LENGTH_MAX))}…` : withoutAddress(word)
  })

/** No meaningful word is longer. */
const WORD_LENGTH_MAX = 500

/** Dot, colon, at sign, slash, and characters that clients treat as such. */
const MAY_HOLD_ADDRESS =
  /[.:@/\\\u2024-\u2026\u2488-\u249b\u3002\ufe52\ufe55\ufe6b\uff0e\uff0f\uff1a\uff20\uff3c\uff61]/

const withoutAddress = (word: string): string => {
  const seen = asSeen(word)
  const at = addressStart(seen)
  const kept = seen.slice(0, at).replace(RUN, (run) => (isAddress(run) ? withoutDots(run) : run))
  const inert = `${kept}${at === undefined ? '' : REMOVED + closingOf(seen.slice(at))}`.replace(SCHEME, '$& ')
  return inert === seen ? word : inert
}

/** The bracket and punctuation at the end of an address that belong to the sentence. */
const closingOf = (address: string): string => {
  const closing = /\)?[.,;!?]?$/.exec(address.slice(-2))?.[0] ?? ''
  return address.includes('(') ? closing.replace(')', '') : closing
}

/** The visible form of a word: markdown, escapes, accents and invisible characters do not separate an address. */
const asSeen = (word: string): string =>
  /^[\x20-\x7e]*$/.test(word)
    ? word.replace(/[*`~\\]/g, '')
    : word.replace(UNSEEN, '').normalize('NFKC').replace(UNSEEN, '').replaceAll('\u3002', '.')

const UNSEEN = /[\p{M}\p{Cf}\p{DI}*`~\\]/gu

/** A run of characters of host names. */
const RUN = /[\p{L}\p{N}_.-]+/gu

/** A possible scheme, before a possible address. */
const SCHEME = /(?<![\p{L}\p{N}])[a-z][a-z0-9]*:(?=[^\s.,;:!?)\]}"'”’])/giu

const KNOWN_SCHEMES = new Set(
  `http https ftp ftps sftp file data blob javascript vbscript mailto tel sms smsto mms callto skype facetime geo intent
   market ws wss ssh git irc ircs xmpp sip sips magnet webcal whatsapp tg`.split(/\s+/),
)

/** The start of the first address that has to be removed. */
const addressStart = (seen: string): number | undefined => {
  const found: number[] = []
  let previous: { readonly start: number; readonly end: number } | undefined
  for (const { 0: run, index: start } of seen.matchAll(RUN)) {
    const end = start + run.length
    if (previous?.end === start - 1 && seen[start - 1] === '@') found.push(previous.start)
    else if (seen.startsWith('//', start - 2)) found.push(previous?.end === start - 3 ? previous.start : start - 2)
    else if (/^www\../i.test(run) || isFollowed(run, seen, end)) found.push(start)
    if (found.length > 0) break
    previous = { start, end }
  }
  const six = ipv6Start(seen)
  return six === undefined ? found[0] : Math.min(six, found[0] ?? six)
}

/** Whether a scheme is followed by an address, or an address by a port, a path or the like. */
const isFollowed = (run: string, seen: string, end: number): boolean => {
  const [mark = '', next = ''] = [seen[end], seen[end + 1]]
  if (mark === ':' && next !== '' && KNOWN_SCHEMES.has(/[a-z]{1,15}$/i.exec(run)?.[0].toLowerCase() ?? '')) return true
  const goesOn =
    mark === '/' || (mark === ':' && /\d/.test(next)) || ('?#'.includes(mark) && /[^\s.,;:!?)\]]/.test(next))
  return mark !== '' && goesOn && isAddress(run)
}

const TOP_LEVEL: ReadonlySet<string> = new Set(tlds)

/** Whether a run contains a host name with a known top-level domain, or is an IPv4 address. */
const isAddress = (run: string): boolean => {
  const parts = run.toLowerCase().split('.')
  const numbers = parts.filter((part) => part !== '')
  if (numbers.length === 4 && numbers.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)) return true
  return parts.some((part, at) => at > 0 && parts[at - 1] !== '' && isTopLevel(part))
}

const isTopLevel = (part: string): boolean =>
  TOP_LEVEL.has(part) || part.startsWith('xn--') || TOP_LEVEL.has(/^[a-z]*/.exec(part)?.[0] ?? '')

const withoutDots = (run: string): string => run.replace(/\.(?=[^.])/g, ' ')

const ipv6Start = (seen: string): number | undefined => {
  for (const { 0: run, index } of seen.matchAll(/[\da-f:.]+/gi)) {
    const bare = run.replace(/^:(?!:)/, '').replace(/[.:]$/, '')
    if (bare.length > 45 || !bare.includes(':')) continue
    const beside = `${seen[index - 1] ?? ''}${seen[index + run.length] ?? ''}`
    if ((isIPv6(bare) || isIPv6(`${bare}:`)) && /[\da-f]/i.test(bare) && !/[\p{L}\p{N}]/u.test(beside))
      return seen[index - 1] === '[' ? index - 1 : index
  }
  return undefined
}
