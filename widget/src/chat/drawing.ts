/** Allowed elements of a drawing: shapes and text, without scripts or resources. */
const ELEMENTS = new Set(['svg', 'g', 'path', 'rect', 'circle', 'line', 'text', 'tspan', 'title', 'defs', 'clipPath'])

/**
 * A drawing of the service, parsed as a separate document, because parsing markup here is refused on pages with Trusted Types.
 *
 * @returns the status of the response, and with 200 the drawing
 * @throws Error if there is no response, or the drawing has any other element
 */
export const loadDrawing = async (
  url: string,
  headers: Iterable<readonly [string, string]>,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly svg?: SVGSVGElement }> => {
  const request = new XMLHttpRequest()
  const loaded = new Promise((resolve, reject) => {
    request.onload = resolve
    request.onerror = reject
    request.onabort = reject
  })
  const abort = (): void => request.abort()
  signal.addEventListener('abort', abort, { once: true })
  request.open('GET', url)
  request.responseType = 'document'
  for (const [name, value] of headers) request.setRequestHeader(name, value)
  request.send()
  await loaded.finally(() => signal.removeEventListener('abort', abort))
  const svg = request.status === 200 ? request.responseXML?.documentElement : undefined
  if (request.status !== 200) return { status: request.status }
  if (!(svg instanceof SVGSVGElement) || [svg, ...svg.querySelectorAll('*')].some(isForeign))
    throw new Error('this is no drawing')
  return { status: 200, svg }
}

const isForeign = ({ localName, attributes }: Element): boolean =>
  !ELEMENTS.has(localName) ||
  [...attributes].some(({ localName: name }) => name.startsWith('on') || name === 'href' || name === 'style')
