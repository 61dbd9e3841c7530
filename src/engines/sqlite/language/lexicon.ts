import type { Lexicon } from '../../sql/text/lexicon.ts'

const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy
const NUMBER = /0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const TEXT = /'(?:[^']|'')*'/y
const BLOB = /[xX]'[0-9a-fA-F]*'/y
const NAME = /"(?:[^"\\]|"")+"|`(?:[^`\\]|``)+`|\[[^[\]\\]+\](?!\])/y
const SIGN = /->>|->|\|\||<<|>>|<=|>=|<>|!=|==|[(),.;=<>+\-*/%|&~]/y

/** Comments, variables, backslashes outside of literals and prefixed literals are where two lexers may differ. */
export const LEXICON: Lexicon = {
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
  loose: /--|\/\*/,
  respell: () => undefined,
  fault: () => undefined,
  unreadable: () => undefined,
}
