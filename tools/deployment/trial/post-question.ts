import { setTimeout as sleep } from 'node:timers/promises'

export interface PostedQuestion {
  /** Of the proxy. */
  readonly address: string
  readonly key: string
  readonly scope: string
  readonly text: string
  /** Beside those that say who asks. */
  readonly more?: Readonly<Record<string, string>>
}

const WITHIN_MS = 120_000

/** Who asks, as headers. */
export const askerOf = (key: string, scope: string): Readonly<Record<string, string>> => ({
  'X-API-Key': key,
  'X-Tenant-Id': '1',
  'X-Scope-Id': scope,
})

export interface Posted {
  readonly body: string
  /** How often it was asked to come later. */
  readonly refusals: number
}

/**
 * Posts a question, and again where it is refused for now, as patiently as `Retry-After` says.
 * @throws Error with what came instead of an answer, or of its promise, in two minutes
 */
export const postQuestion = async ({ address, key, scope, text, more = {} }: PostedQuestion): Promise<Posted> => {
  const signal = AbortSignal.timeout(WITHIN_MS)
  for (let refusals = 0; ; refusals++) {
    const response = await fetch(`${address}/api/v1/chat/message`, {
      method: 'POST',
      headers: { ...askerOf(key, scope), 'Content-Type': 'application/json', ...more },
      body: JSON.stringify({ message: text }),
      signal,
    })
    const body = await response.text()
    if (response.ok) return { body, refusals }
    const retryAfter = response.headers.get('Retry-After')
    if (response.status !== 503 || retryAfter === null)
      throw new Error(`The question of ${scope} was answered with ${response.status}: ${body}`)
    await sleep(Number(retryAfter) * 1000, undefined, { signal })
  }
}
