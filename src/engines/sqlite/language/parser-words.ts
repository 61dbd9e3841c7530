import type { Replacement } from '../../sql/text/parser-text.ts'

/** What may follow IS (NOT) in the parser's grammar. */
const FORMS_OF_IS: ReadonlySet<string> = new Set(['NULL', 'TRUE', 'FALSE', 'DISTINCT'])

/** GLOB reads like LIKE, IS like =, and so on. The last rule that applies wins. */
export const PARSER_WORDS: Replacement = ({ kind, text }, word) => {
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
