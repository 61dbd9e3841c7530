/** A run of text, or a span of it with a format. */
export type Inline = string | { readonly format: 'strong' | 'em' | 'code'; readonly content: readonly Inline[] }

interface Span {
  readonly end: number
  readonly found: Inline
}

/** Formats within formats; deeper ones stay text. */
const DEPTH_MAX = 6

/** The formats within a paragraph: `**strong**`, `*emphasis*`, code and escapes. Everything else is text, such as links and markup. */
export const inlinesOf = (text: string, depth = 0): readonly Inline[] => {
  const found: Inline[] = []
  const unclosed = new Set<string>()
  let plain = ''
  for (let at = 0; at < text.length; ) {
    const span =
      escapeAt(text, at) ??
      codeAt(text, at, unclosed) ??
      (depth > DEPTH_MAX ? undefined : emphasisAt(text, at, unclosed, depth))
    if (span === undefined) plain += text[at++]
    else {
      at = span.end
      if (typeof span.found === 'string') plain += span.found
      else {
        found.push(plain, span.found)
        plain = ''
      }
    }
  }
  return [...found, plain].filter((inline) => inline !== '')
}

const escapeAt = (text: string, at: number): Span | undefined =>
  text[at] === '\\' && /^[!-/:-@[-`{-~]$/.test(text[at + 1] ?? '')
    ? { end: at + 2, found: text[at + 1] ?? '' }
    : undefined

/** The characters of a delimiter, or a longer run of it, which is text. */
const runAt = (text: string, at: number): string => {
  let end = at
  while (text[end] === text[at]) end++
  return text.slice(at, end)
}

/** @param unclosed delimiters without an end in the rest of the text, which are not sought again */
const codeAt = (text: string, at: number, unclosed: Set<string>): Span | undefined => {
  if (text[at] !== '`') return undefined
  const run = runAt(text, at)
  const start = at + run.length
  const close = unclosed.has(run) ? -1 : text.indexOf(run, start)
  if (close < 0) unclosed.add(run)
  if (close <= start) return { end: start, found: run }
  const code = text.slice(start, close)
  return { end: close + run.length, found: { format: 'code', content: [code] } }
}

const emphasisAt = (text: string, at: number, unclosed: Set<string>, depth: number): Span | undefined => {
  if (text[at] !== '*' && text[at] !== '_') return undefined
  const run = runAt(text, at)
  const start = at + run.length
  const asText = { end: start, found: run }
  const isInWord = run[0] === '_' && /[\p{L}\p{N}_]/u.test(text[at - 1] ?? '')
  if (run.length > 2 || isInWord || !/\S/.test(text[start] ?? '')) return asText
  const close = unclosed.has(run) ? undefined : closeOf(text, run, start)
  if (close === undefined) {
    unclosed.add(run)
    return asText
  }
  const content = inlinesOf(text.slice(start, close), depth + 1)
  return { end: close + run.length, found: { format: run.length === 2 ? 'strong' : 'em', content } }
}

/** Where a delimiter ends: after a character, as long as it began, and for `_` not within a word. */
const closeOf = (text: string, run: string, start: number): number | undefined => {
  for (let at = text.indexOf(run, start + 1); at >= 0; ) {
    const end = at + runAt(text, at).length
    const isClose = end - at === run.length && /\S/.test(text[at - 1] ?? '')
    if (isClose && !(run[0] === '_' && /[\p{L}\p{N}]/u.test(text[end] ?? ''))) return at
    at = text.indexOf(run, end)
  }
  return undefined
}
