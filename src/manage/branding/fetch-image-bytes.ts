import { requestOnce } from '../../platform/network/request-once.ts'
import { type UrlRules, urlFault } from '../../platform/values/url-fault.ts'
import type { LogoFailure } from './rules/logo.ts'

interface FetchOptions {
  readonly allowPrivate: boolean
  /** Timeout in total, including redirects. */
  readonly timeoutMs: number
}

const BYTES_MAX = 512 * 1024
const REDIRECTS_MAX = 3

const ADDRESS: UrlRules = {
  lengthMax: 2_048,
  messages: { user: 'must name no user', fragment: 'must have no #' },
}

const HEADERS = {
  Accept: 'image/png, image/jpeg, image/gif',
  'Accept-Encoding': 'identity',
  'User-Agent': 'Tabletalk-Logos',
}

/**
 * Fetches an image from an untrusted URL. Every URL, including redirect targets, is validated, and the connection goes
 * to the validated address (`requestOnce`).
 */
export const fetchImageBytes = async (
  address: string,
  { allowPrivate, timeoutMs }: FetchOptions,
): Promise<Buffer | LogoFailure> => {
  const endsAt = performance.now() + timeoutMs
  let url = URL.parse(address)
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    if (url === null) return 'address'
    // Fragments are never sent.
    url.hash = ''
    if (urlFault(url.href, ADDRESS, allowPrivate) !== undefined) return 'address'
    const options = {
      allowPrivate,
      timeoutMs: Math.max(1, Math.ceil(endsAt - performance.now())),
      answerBytesMax: BYTES_MAX,
    }
    const response = await requestOnce({ url, method: 'GET', headers: HEADERS }, options)
    if (response.kind === 'failed') return response.failure
    const { status, headers, body, end } = response
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
