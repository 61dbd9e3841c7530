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
  ...{ 'X-API-Key': key, 'X-Tenant-Id': '1', 'X-Scope-Id': scope },
})

/** Posts a question. @returns the body of what came. @throws Error with what came instead of an answer, or of its promise */
export const postQuestion = async ({ address, key, scope, text, more = {} }: PostedQuestion): Promise<string> => {
  const response = await fetch(`${address}/api/v1/chat/message`, {
    method: 'POST',
    headers: { ...askerOf(key, scope), 'Content-Type': 'application/json', ...more },
    body: JSON.stringify({ message: text }),
    signal: AbortSignal.timeout(WITHIN_MS),
  })
  const body = await response.text()
  if (!response.ok) throw new Error(`The question of ${scope} was answered with ${response.status}: ${body}`)
  return body
}
