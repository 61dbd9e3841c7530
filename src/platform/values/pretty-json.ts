import type { Json } from './json.ts'

const WIDTH = 100

/** Formats JSON: short values on one line, others with one line per element. Parses to an equal value. */
export const prettyJson = (value: Json, indent = ''): string => {
  const line = onOneLine(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line
  const inner = `${indent}  `
  if (isList(value))
    return multiLine(
      ['[', ']'],
      value.map((one) => prettyJson(one, inner)),
      indent,
    )
  const fields = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${prettyJson(one, inner)}`)
  return multiLine(['{', '}'], fields, indent)
}

const multiLine = ([open, close]: readonly [string, string], parts: readonly string[], indent: string): string =>
  `${open}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${close}`

const onOneLine = (value: Json): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(onOneLine).join(', ')}]`
  const fields = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${onOneLine(one)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
