/** Elements and attributes of a chart: shapes and text; no scripts, links, external resources or styles. */
const ELEMENTS: ReadonlySet<string> = new Set(['svg', 'g', 'path', 'rect', 'line', 'text'])
const ATTRIBUTES: ReadonlySet<string> = new Set([
  'xmlns',
  'width',
  'height',
  'viewBox',
  'x',
  'y',
  'x1',
  'x2',
  'y1',
  'y2',
  'd',
  'transform',
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'stroke-miterlimit',
  'stroke-linecap',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
])

const TAG = /<(\/?)([A-Za-z]\w*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/y
const TEXT = /[^<]+/y
const ATTRIBUTE = /([\w:-]+)="([^"<]*)"/g

/**
 * Rewrites an SVG with allow-listed elements and attributes only.
 *
 * @param svg as Vega writes it
 * @throws Error on an element that is not listed, and on malformed XML
 */
export const allowedSvg = (svg: string): string => {
  const parts: string[] = []
  // A text truncated to its width may end in a lone surrogate.
  const text = svg.replace(/\p{Cs}/gu, '')
  let at = 0
  while (at < text.length) {
    const match = matchAt(TAG, text, at) ?? matchAt(TEXT, text, at)
    if (match === null) throw new Error('a drawing has what is neither a tag nor a text')
    at += match[0].length
    const [whole, closing = '', name, attributes = '', empty = ''] = match
    if (name === undefined) parts.push(whole)
    else if (!ELEMENTS.has(name)) throw new Error(`a drawing has an element ${name}`)
    // Vega writes an empty path before each group; it is left out.
    else if (!attributes.includes(' d=""')) parts.push(`<${closing}${name}${allowedAttributes(attributes)}${empty}>`)
  }
  return parts.join('')
}

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const allowedAttributes = (written: string): string =>
  [...written.matchAll(ATTRIBUTE)]
    .filter(([, name = '', value = '']) => ATTRIBUTES.has(name) && !value.includes('url('))
    .map(([attribute]) => ` ${attribute}`)
    .join('')

/** Escapes text for an element or an attribute. */
export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`)
