import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { FileInvalid } from '../manage/written-files/input-file.ts'

/** Parses JSON; a leading byte order mark is ignored. @throws FileInvalid with the line and the column */
export const parseJson = (text: string): unknown => {
  const json = text.replace(/^\ufeff/, '')
  if (json.trim() === '') throw new FileInvalid('This is not JSON: it is empty.')
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new FileInvalid(`This is not JSON: ${firstMistake(json)}`, { cause })
  }
}

const firstMistake = (json: string): string => {
  const mistakes: ParseError[] = []
  try {
    parse(json, mistakes, { disallowComments: true, allowTrailingComma: false })
  } catch {
    return 'it is nested too deeply.'
  }
  const [first] = mistakes
  if (first === undefined) return 'it cannot be read.'
  const before = json.slice(0, first.offset).split('\n')
  const name = printParseErrorCode(first.error)
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${MISTAKES[name] ?? 'syntax error'}.`
}

const MISTAKES: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a word other than true, false or null, or a string without quotes',
  InvalidNumberFormat: 'invalid number',
  PropertyNameExpected: 'a field name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing } is expected',
  CloseBracketExpected: 'a closing ] is expected',
  EndOfFileExpected: 'unexpected text after the end',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'a string has no closing quote',
  UnexpectedEndOfNumber: 'a number ends too early',
  InvalidUnicode: '\\u must be followed by four hexadecimal digits',
  InvalidEscapeCharacter: 'invalid escape sequence',
  InvalidCharacter: 'a control character must be escaped',
}
