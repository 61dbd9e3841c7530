import { preferredLanguage } from '../i18n/texts.tsx'
import type { DatabasesTexts } from './texts-en.ts'

/** The texts of the pages about databases, loaded with the first of those pages. */
export const databasesTexts: DatabasesTexts = (
  await (preferredLanguage() === 'de' ? import('./texts-de.ts') : import('./texts-en.ts'))
).texts
