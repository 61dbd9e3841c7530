/** An element of an SVG document. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

const TOKEN = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y
const REFERENCE = /&(?:#(\d+)|(amp|lt|gt|quot|apos));/g
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** Negation of `Char` in XML 1.0, production 2. */
const INVALID_CHARACTER = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

/** Parses an SVG independently of the code that writes it. @throws if the document is not well-formed */
export const svgDocument = (text: string): Element => {
  if (INVALID_CHARACTER.test(text)) throw new Error('a character that XML does not allow')
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex
    const token = TOKEN.exec(text)
    if (token === null) throw new Error(`not well-formed at ${at}: ${text.slice(at, at + 80)}`)
    const [, closing, name, attributes = '', empty, words] = token
    const parent = open.at(-1)
    if (parent === undefined) throw new Error('text after the end')
    if (words !== undefined) parent.text += unescaped(words)
    else if (name !== undefined && closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`${name} is closed but not open`)
    } else if (name !== undefined) {
      const element: Element = { name, attributes: attributesIn(attributes), children: [], text: '' }
      parent.children.push(element)
      if (empty !== '/') open.push(element)
    }
  }
  const [only, ...more] = root.children
  if (open.length !== 1 || only === undefined || more.length > 0) throw new Error('not exactly one root element')
  return only
}

const attributesIn = (text: string): Readonly<Record<string, string>> => {
  const found = [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, unescaped(value)] as const,
  )
  if (new Set(found.map(([name]) => name)).size < found.length) throw new Error('duplicate attribute')
  return Object.fromEntries(found)
}

const unescaped = (text: string): string => {
  if (/&(?!(?:#\d+|amp|lt|gt|quot|apos);)/.test(text)) throw new Error('an & that starts no reference')
  return text.replace(REFERENCE, (_, code, name) =>
    code === undefined ? (NAMED[name] ?? '') : String.fromCodePoint(Number(code)),
  )
}

export const elementsOf = (element: Element): readonly Element[] => [element, ...element.children.flatMap(elementsOf)]

/** The contents of `text` elements, without the `title` for screen readers. */
export const textsOf = (svg: string): readonly string[] =>
  elementsOf(svgDocument(svg))
    .filter(({ name }) => name === 'text')
    .map(({ text }) => text)
