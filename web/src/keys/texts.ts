import { textsIn } from '../i18n/texts.tsx'
import type { KeysTexts } from './texts-en.ts'

/** The texts of the page about API keys, loaded with it. */
export const keysTexts: KeysTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
