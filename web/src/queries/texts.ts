import { textsIn } from '../i18n/texts.tsx'
import type { QueriesTexts } from './texts-en.ts'

/** Texts of the page about verified queries, loaded on demand. */
export const queriesTexts: QueriesTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
