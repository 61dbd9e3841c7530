const STARTS_MAX = 50

/**
 * The objects in a model's reply that have one of `keys`, in their order, however they are wrapped: reasoning, prose,
 * fences, a tool call written as text, curly quotes, trailing commas, raw line breaks inside strings.
 */
export const findJson = (reply: string, keys: readonly string[]): Record<string, unknown>[] => {
  const text = withoutThinking(reply)
  const meant = (candidate: string): Record<string, unknown> | undefined => {
    const value = parse(candidate)
    if (value === undefined) return undefined
    const inner = typeof value.arguments === 'string' ? parse(value.arguments) : undefined
    return [value, inner].find((object) => object !== undefined && keys.some((key) => Object.hasOwn(object, key)))
  }
  const whole = meant(text)
  if (whole !== undefined) return [whole]
  const found: Record<string, unknown>[] = []
  let starts = 0
  for (let at = text.indexOf('{'); at >= 0 && starts < STARTS_MAX; at = text.indexOf('{', at + 1)) {
    starts += 1
    const end = closing(text, at)
    const object = end > at ? meant(text.slice(at, end + 1)) : undefined
    if (object === undefined) continue
    found.push(object)
    at = end
  }
  return found
}

/** Reasoning that some servers leave in the text. Its end counts even when its start was part of the prompt. */
const withoutThinking = (reply: string): string =>
  reply.replace(/^[\s\S]*<\/(?:think|thinking|reasoning)>/i, '').replace(/<(?:think|thinking|reasoning)>[\s\S]*$/i, '')

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
