import type { Style } from '../../manage/personalities/rules/personality.ts'
import { type Phrasing, phraseRows, type RowsToPhrase } from './phrase-rows.ts'

/** Rows as text in a style. The content is the same in each style; brief answers leave out what was asked. */
export const styledRows = (rows: RowsToPhrase, style: Style = 'PROFESSIONAL'): Phrasing => {
  const phrasing = phraseRows({ ...rows, brief: style === 'CONCISE' })
  const { opening, closing } = AROUND[style]
  return { ...phrasing, message: `${opening}${phrasing.message}${closing}` }
}

const AROUND: Readonly<Record<Style, { readonly opening: string; readonly closing: string }>> = {
  CASUAL: { opening: 'Here you go! ', closing: '' },
  FRIENDLY: { opening: 'Happy to help! ', closing: '\n\nJust ask on if there is more you would like to know.' },
  PROFESSIONAL: { opening: '', closing: '' },
  TECHNICAL: { opening: 'Result: ', closing: '' },
  CONCISE: { opening: '', closing: '' },
}
