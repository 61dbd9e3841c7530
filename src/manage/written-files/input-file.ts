import type { z } from 'zod'
import { OperatorError } from '../../platform/problems/operator-error.ts'
import { validateInput } from './validate-input.ts'

/** An invalid input file; the message lists every mistake with its path. */
export class FileInvalid extends OperatorError {
  override readonly name = 'FileInvalid'
  readonly mistakes: readonly PlacedMistake[]

  constructor(
    message: string,
    { mistakes = [], cause }: { mistakes?: readonly PlacedMistake[]; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.mistakes = mistakes
  }

  /** @param what the kind of file: `policy` */
  static of(what: string, mistakes: readonly { path: readonly PropertyKey[]; message: string }[]): FileInvalid {
    const placed = mistakes.map(({ path, message }) => ({ place: pathText(path), message }))
    const lines = placed.map(({ place, message }) => `  ${place}: ${message}`)
    return new FileInvalid(`The ${what} is not valid:\n${lines.join('\n')}`, { mistakes: placed })
  }
}

interface PlacedMistake {
  /** `tables["public.orders"].hide[0]` */
  readonly place: string
  readonly message: string
}

/** Validates a parsed file. @throws FileInvalid */
export const readInput = <Shape extends z.ZodType>(shape: Shape, value: unknown, what: string): z.output<Shape> => {
  const result = validateInput(shape, value)
  if (result.ok) return result.value
  throw FileInvalid.of(what, result.mistakes)
}

/** A path as text: `tables["public.orders"].hide[0]`. */
export const pathText = (path: readonly PropertyKey[]): string => {
  const parts = path.map((part) => {
    if (typeof part === 'number') return `[${part}]`
    const text = String(part)
    return /^\w+$/.test(text) ? `.${text}` : `[${JSON.stringify(text)}]`
  })
  return parts.length === 0 ? 'the whole' : parts.join('').replace(/^\./, '')
}
