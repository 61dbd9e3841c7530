import { requestOnce } from '../../platform/network/request-once.ts'
import { type AddressKind, addressFault } from '../../platform/values/address-fault.ts'
import type { LogoFailure } from './rules/logo.ts'

export interface FetchOptions {
  readonly allowPrivate: boolean
  /** For all of it, redirects included. */
  readonly timeoutMs: number
}

const BYTES_MAX = 512 * 1024
const REDIRECTS_MAX = 3

const ADDRESS: AddressKind = {
  lengthMax: 2_048,
  says: { user: 'must name no user', fragment: 'must have no #' },
}

const HEADERS = {
  Accept: 'image/png, image/jpeg, image/gif',
  'Accept-Encoding': 'identity',
  'User-Agent': 'Tabletalk-Logos',
}

/**
 * Fetches an image from a customer's address. Each address, also after a redirect, is checked, and the connection goes
 * to the checked one (`requestOnce`).
 */
export const fetchPicture = async (
  address: string,
  { allowPrivate, timeoutMs }: FetchOptions,
): Promise<Buffer | LogoFailure> => {
  const endsAt = performance.now() + timeoutMs
  let url = URL.parse(address)
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    if (url === null) return 'address'
    // Is never sent.
    url.hash = ''
    if (addressFault(url.href, ADDRESS, allowPrivate) !== undefined) return 'address'
    const options = {
      allowPrivate,
      timeoutMs: Math.max(1, Math.ceil(endsAt - performance.now())),
      answerBytesMax: BYTES_MAX,
    }
    const answered = await requestOnce({ url, method: 'GET', headers: HEADERS }, options)
    if (answered.kind === 'failed') return answered.failure
    const { status, headers, body, end } = answered
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      url = URL.parse(headers.location, url.href)
      continue
    }
    if (status !== 200) return `status_${status}`
    if (end === 'whole') return (headers['content-encoding'] ?? 'identity') === 'identity' ? body : 'too_large'
    return end
  }
  return 'redirects'
}
