import { preferredLanguage } from '../i18n/texts.tsx'
import type { KeysTexts } from './texts-en.ts'

/** The texts of the page about API keys, loaded with it. */
export const keysTexts: KeysTexts = (
  await (preferredLanguage() === 'de' ? import('./texts-de.ts') : import('./texts-en.ts'))
).texts
