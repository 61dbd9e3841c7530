/** Error messages of providers are shorter. */
const ERROR_LENGTH_MAX = 16_000

/**
 * A `fetch` that follows no redirect: a redirect is an error like any other status, because its target would get the
 * prompt, with rows in it. The body of an error is read up to a limit.
 */
export const fetchWithoutRedirects: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (response.ok) return response
  const body = response.body === null || response.status === 304 ? null : ReadableStream.from(beginning(response.body))
  return new Response(body, { status: response.status, headers: decodedHeaders(response) })
}

/** Headers for a body that has been decoded or changed. */
export const decodedHeaders = (response: Response): Headers => {
  const headers = new Headers(response.headers)
  for (const name of ['content-length', 'content-encoding']) headers.delete(name)
  return headers
}

async function* beginning(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let room = ERROR_LENGTH_MAX
  for await (const bytes of body) {
    yield bytes.subarray(0, room)
    room -= bytes.length
    if (room <= 0) return
  }
}
