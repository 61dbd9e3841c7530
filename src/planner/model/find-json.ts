const STARTS_MAX = 50

/**
 * The object in a model's reply that has one of `keys`, however it is wrapped: reasoning, prose, fences, a tool call
 * written as text, curly quotes, trailing commas, raw line breaks inside strings.
 */
export const findJson = (reply: string, keys: readonly string[]): Record<string, unknown> | undefined => {
  const text = withoutThinking(reply)
  const hasKey = (value: object) => keys.some((key) => Object.hasOwn(value, key))
  for (const candidate of candidates(text)) {
    const value = parse(candidate)
    if (value === undefined) continue
    if (hasKey(value)) return value
    const inner = typeof value.arguments === 'string' ? parse(value.arguments) : undefined
    if (inner !== undefined && hasKey(inner)) return inner
  }
  return undefined
}

/** Reasoning that some servers leave in the text. Its end counts even when its start was part of the prompt. */
export const withoutThinking = (reply: string): string =>
  reply.replace(/^[\s\S]*<\/(?:think|thinking|reasoning)>/i, '').replace(/<(?:think|thinking|reasoning)>[\s\S]*$/i, '')

/** The whole text, then each balanced `{…}` from left to right. */
function* candidates(text: string): Generator<string> {
  yield text
  let starts = 0
  for (let at = text.indexOf('{'); at >= 0 && starts < STARTS_MAX; at = text.indexOf('{', at + 1)) {
    starts += 1
    const end = closing(text, at)
    if (end > at) yield text.slice(at, end + 1)
  }
}

/** Position of the brace that closes the one at `start`, or -1. */
const closing = (text: string, start: number): number => {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (inString && character === '\\') at += 1
    else if (character === '"') inString = !inString
    else if (inString) continue
    else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}

const parse = (text: string): Record<string, unknown> | undefined => {
  for (const attempt of [text, tidied(text), tidied(straightened(text))]) {
    try {
      const value: unknown = JSON.parse(attempt)
      if (isRecord(value)) return value
    } catch {
      // The next, more forgiving reading.
    }
  }
  return undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Escapes raw control characters inside strings, and drops commas before a closing bracket outside of them. */
const tidied = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])/g, (part) =>
    part === ','
      ? ''
      : part.replace(/[\n\r\t]/g, (character) => (character === '\n' ? '\\n' : character === '\t' ? '\\t' : '\\r')),
  )

const straightened = (text: string): string => text.replace(/[“”„‟]/g, '"')
