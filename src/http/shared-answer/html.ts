/** Markup that is safe to send: every text in it was escaped. */
export class Html {
  readonly text: string

  /** @param text markup already */
  constructor(text: string) {
    this.text = text
  }
}

/** What a template may hold: texts, which are escaped, and markup, which is not; lists of them one after the other. */
export type HtmlPart = string | number | Html | undefined | readonly HtmlPart[]

/** Makes markup of a template. Attributes are to be written in double quotes. */
export const html = (literal: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  new Html(literal.reduce((text, next, at) => text + partText(parts[at - 1]) + next))

const partText = (part: HtmlPart): string => {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return part.map(partText).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** No browser shows NUL or half a surrogate pair as text. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\0', '\uFFFD')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
