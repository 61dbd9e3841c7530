import { textsIn } from '../i18n/texts.tsx'
import type { GlossaryTexts } from './texts-en.ts'

/** The texts of the glossary page, loaded with it. */
export const glossaryTexts: GlossaryTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
