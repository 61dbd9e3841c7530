import { textsIn } from '../i18n/texts.tsx'
import type { KeysTexts } from './texts-en.ts'

/** Texts of the page about API keys, loaded on demand. */
export const keysTexts: KeysTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
