import type { Json } from './json.ts'

/** Deeper parts are replaced by `…`. */
const DEPTH_MAX = 8

/**
 * A value as JSON, possibly truncated: complete if it is not longer than `lengthMax`, otherwise at least that long, so that callers
 * can detect truncation. The cost is proportional to the result, not to the value.
 */
export const shortJson = (value: Json, lengthMax: number): string => {
  const parts: string[] = []
  let length = 0
  const write = (part: string): void => {
    parts.push(part)
    length += part.length
  }
  const writeValue = (part: Json, depth: number): void => {
    if (typeof part === 'string') write(JSON.stringify(part.slice(0, lengthMax)))
    else if (typeof part !== 'object' || part === null) write(JSON.stringify(part))
    else if (depth > DEPTH_MAX) write('…')
    else writeParts(part, depth)
  }
  const writeParts = (whole: object, depth: number): void => {
    const isList = Array.isArray(whole)
    let isFirst = true
    write(isList ? '[' : '{')
    for (const key in whole) {
      if (length > lengthMax) break
      if (!isFirst) write(',')
      isFirst = false
      if (!isList) write(`${JSON.stringify(key.slice(0, lengthMax))}:`)
      writeValue(Reflect.get(whole, key), depth + 1)
    }
    write(isList ? ']' : '}')
  }
  writeValue(value, 0)
  return parts.join('')
}
