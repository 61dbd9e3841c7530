import { textsIn } from '../i18n/texts.tsx'
import type { PersonalityTexts } from './texts-en.ts'

/** Texts of the page about personalities, loaded on demand. */
export const personalityTexts: PersonalityTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
