import { textsIn } from '../i18n/texts.tsx'
import type { AccessTexts } from './texts-en.ts'

/** Texts of the account pages, loaded with the first of them. */
export const accessTexts: AccessTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
