/** Markup in which all text is escaped. */
export class Html {
  readonly text: string

  /** @param text markup, not escaped here */
  constructor(text: string) {
    this.text = text
  }
}

/** A value in a template: text, which is escaped, markup, which is not, or a list, which is concatenated. */
type HtmlPart = string | number | Html | undefined | readonly HtmlPart[]

/** Template tag for markup. Attributes must be in double quotes. */
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

/** Also replaces NUL and lone surrogates, which browsers do not show as text. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\0', '\uFFFD')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
