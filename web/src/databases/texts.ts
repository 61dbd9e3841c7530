import { textsIn } from '../i18n/texts.tsx'
import type { DatabasesTexts } from './texts-en.ts'

/** Texts of the pages about databases, loaded on demand. */
export const databasesTexts: DatabasesTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
