import { preferredLanguage } from '../i18n/texts.tsx'
import type { GlossaryTexts } from './texts-en.ts'

/** The texts of the glossary page, loaded with it. */
export const glossaryTexts: GlossaryTexts = (
  await (preferredLanguage() === 'de' ? import('./texts-de.ts') : import('./texts-en.ts'))
).texts
