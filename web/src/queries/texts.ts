import { textsIn } from '../i18n/texts.tsx'
import type { QueriesTexts } from './texts-en.ts'

/** The texts of the page about verified queries, loaded with it. */
export const queriesTexts: QueriesTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
