/** An identity token, or where to get a current one. */
export type IdentityToken = string | (() => string | Promise<string>)

/** `fetch` with the identity token of the end user (`X-Identity-Token`). Errors of the function count as a lost connection. */
export const identifiedFetch =
  (token: IdentityToken, send: typeof fetch = fetch): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('X-Identity-Token', typeof token === 'string' ? token : await token())
    return await send(input, { ...init, headers })
  }
