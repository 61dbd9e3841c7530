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
/** XML 1.0, production 2. */
const NO_CHARACTER = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

/** Reads a document as an XML parser does, knowing nothing of how it was written. @throws of what is not well-formed */
export const svgDocument = (text: string): Element => {
  if (NO_CHARACTER.test(text)) throw new Error('a character that XML does not have')
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
      if (open.pop()?.name !== name) throw new Error(`${name} is closed where it is not open`)
    } else if (name !== undefined) {
      const element: Element = { name, attributes: attributesIn(attributes), children: [], text: '' }
      parent.children.push(element)
      if (empty !== '/') open.push(element)
    }
  }
  const [only, ...more] = root.children
  if (open.length !== 1 || only === undefined || more.length > 0) throw new Error('not one element')
  return only
}

const attributesIn = (text: string): Readonly<Record<string, string>> => {
  const found = [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, unescaped(value)] as const,
  )
  if (new Set(found.map(([name]) => name)).size < found.length) throw new Error('an attribute stands twice')
  return Object.fromEntries(found)
}

const unescaped = (text: string): string => {
  if (/&(?!(?:#\d+|amp|lt|gt|quot|apos);)/.test(text)) throw new Error('an & that begins no reference')
  return text.replace(REFERENCE, (_, code, name) =>
    code === undefined ? (NAMED[name] ?? '') : String.fromCodePoint(Number(code)),
  )
}

export const elementsOf = (element: Element): readonly Element[] => [element, ...element.children.flatMap(elementsOf)]

/** The words of a drawing, without its title for readers. */
export const textsOf = (svg: string): readonly string[] =>
  elementsOf(svgDocument(svg))
    .filter(({ name }) => name === 'text')
    .map(({ text }) => text)
