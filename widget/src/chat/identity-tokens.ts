import type { RefreshIdentityToken } from '../options.ts'

const HEADER = 'X-Identity-Token'
/** How long a page may take for a token; without one, the request is sent as it is, and refused. */
const WAIT_MS = 10_000

export interface TokenSource {
  readonly refresh: RefreshIdentityToken
  /** Whether it is asked before the first request; otherwise only after the service has refused one. */
  readonly isAskedFirst: boolean
}

/** The identity token of a reader. A token that the service refuses is replaced once, by what the page gives. */
export class IdentityTokens {
  token: string | undefined
  /** The token that the page gave last, unasked. */
  given: string | undefined
  readonly #sourceOf: () => TokenSource | undefined
  readonly #onRenewed: () => void
  #renewal: Promise<void> | undefined

  /**
   * @param sourceOf where tokens come from at the moment
   * @param onRenewed called with each token that replaces another
   */
  constructor(token: string | undefined, sourceOf: () => TokenSource | undefined, onRenewed: () => void) {
    this.token = token
    this.given = token
    this.#sourceOf = sourceOf
    this.#onRenewed = onRenewed
  }

  /** `fetch` with the token; a request refused with 401 is repeated once with another token. */
  readonly fetch: typeof fetch = async (input, init = {}) => {
    const sent = await this.sent()
    const response = await fetchWith(sent, input, init)
    if (response.status !== 401 || !(await this.renew(sent))) return response
    await response.body?.cancel()
    return await fetchWith(this.token, input, init)
  }

  /** Whether requests wait for the page. */
  get isAwaited(): boolean {
    return this.#renewal !== undefined
  }

  give(token: string): void {
    this.token = token
    this.given = token
    this.#onRenewed()
  }

  /** The token to send. */
  async sent(): Promise<string | undefined> {
    if (this.token === undefined && this.#sourceOf()?.isAskedFirst) await this.renew(undefined)
    return this.token
  }

  /** Replaces a refused token; concurrent requests share the replacement. @returns whether there is another one */
  async renew(refused: string | undefined): Promise<boolean> {
    if (this.token === refused) {
      this.#renewal ??= this.#ask().finally(() => {
        this.#renewal = undefined
      })
      await this.#renewal
    }
    return this.token !== refused
  }

  async #ask(): Promise<void> {
    try {
      const token = await withinTime(this.#sourceOf()?.refresh())
      if (typeof token !== 'string' || token.trim() === '') return
      this.token = token.trim()
      this.#onRenewed()
    } catch (error) {
      console.error('<db-chat>: refreshIdentityToken failed.', error)
    }
  }
}

const withinTime = async (token: Promise<string> | string | undefined): Promise<string | undefined> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS)
  })
  return await Promise.race([token, late]).finally(() => clearTimeout(timer))
}

/** `fetch` with a token. A key or token that no header can carry, such as the page of an error, is refused as the service would. */
const fetchWith = async (token: string | undefined, input: RequestInfo | URL, init: RequestInit): Promise<Response> => {
  try {
    const headers = new Headers(init.headers)
    if (token !== undefined) headers.set(HEADER, token)
    init = { ...init, headers }
  } catch {
    const message = 'The key or the identity token has characters that no header can carry.'
    return Response.json({ error_code: 'AUTH_TOKEN_INVALID', message }, { status: 401 })
  }
  return await fetch(input, init)
}

/** The header of a token, for a request that is not made by `fetch`. */
export const tokenHeaders = (token: string | undefined): readonly (readonly [string, string])[] =>
  token === undefined ? [] : [[HEADER, token]]
