import { type Gate, gateOf } from '../../sql/text/gated-text.ts'
import type { Lexicon } from '../../sql/text/lexicon.ts'
import type { Replacement } from '../../sql/text/parser-text.ts'

const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy
const NUMBER = /0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const TEXT = /'(?:[^']|'')*'/y
const BLOB = /[xX]'[0-9a-fA-F]*'/y
const NAME = /"(?:[^"\\]|"")+"|`(?:[^`\\]|``)+`|\[[^[\]\\]+\](?!\])/y
const SIGN = /->>|->|\|\||<<|>>|<=|>=|<>|!=|==|[(),.;=<>+\-*/%|&~]/y

/** Refused because lexers may differ: comments, variables, backslashes outside of literals, prefixed literals. */
const LEXICON: Lexicon = {
  kinds: [
    { kind: 'text', pattern: BLOB, begins: /[xX]/ },
    { kind: 'text', pattern: TEXT, begins: /'/ },
    { kind: 'name', pattern: NAME, begins: /["`[]/ },
    { kind: 'word', pattern: WORD, begins: /[A-Za-z_]/ },
    { kind: 'number', pattern: NUMBER, begins: /[0-9.]/ },
    { kind: 'sign', pattern: SIGN, begins: /[^\w\s]/ },
  ],
  parameter: { kind: 'parameter', pattern: /\?[1-9]\d?/y, begins: /\?/ },
  comments: ['--', '/*'],
  code: /\/\*(?:!|M!|\+)/iy,
  needsNormalizing: /--|\/\*/,
  respell: () => undefined,
  fault: () => undefined,
  unreadable: () => undefined,
}

/** Words after IS (NOT) that the parser knows. */
const FORMS_OF_IS: ReadonlySet<string> = new Set(['NULL', 'TRUE', 'FALSE', 'DISTINCT'])

/** The parser sees GLOB as LIKE, IS as =, and so on. The last matching rule applies. */
const PARSER_WORDS: Replacement = ({ kind, text }, word) => {
  if (kind === 'sign') return text === '<<' || text === '>>' ? '||' : undefined
  if (kind !== 'word') return undefined
  switch (word(0)) {
    case 'GLOB':
      return word(1) === '(' ? undefined : 'LIKE'
    case 'ISNULL':
      return '=0'
    case 'MATERIALIZED':
      return (word(-1) === 'AS' || word(-1) === 'NOT') && word(1) === '(' ? '' : undefined
    case 'NOT':
      if (word(-1) === 'AS' && word(1) === 'MATERIALIZED') return ''
      return word(-1) === 'IS' && !FORMS_OF_IS.has(word(1) ?? '') ? '' : undefined
    case 'IS':
      return FORMS_OF_IS.has(word(word(1) === 'NOT' ? 2 : 1) ?? '') ? undefined : '='
    default:
      return undefined
  }
}

/** Shared by the guard and the verifier, which gate the same statement in turn. */
export const GATE: Gate = gateOf(LEXICON, PARSER_WORDS)
