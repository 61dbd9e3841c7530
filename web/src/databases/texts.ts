import { textsIn } from '../i18n/texts.tsx'
import type { DatabasesTexts } from './texts-en.ts'

/** The texts of the pages about databases, loaded with the first of those pages. */
export const databasesTexts: DatabasesTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
