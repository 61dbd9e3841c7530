import { textsIn } from '../i18n/texts.tsx'
import type { AccessTexts } from './texts-en.ts'

/** The texts of the pages about one's account: few people need them, so they are loaded with the first of those pages. */
export const accessTexts: AccessTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
