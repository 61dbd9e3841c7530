import { textsIn } from '../i18n/texts.tsx'
import type { AttacksTexts } from './texts-en.ts'

/** Texts of the page about attacks, loaded on demand. */
export const attacksTexts: AttacksTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
