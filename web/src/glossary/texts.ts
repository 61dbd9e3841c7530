import { textsIn } from '../i18n/texts.tsx'
import type { GlossaryTexts } from './texts-en.ts'

/** Texts of the glossary page, loaded on demand. */
export const glossaryTexts: GlossaryTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
