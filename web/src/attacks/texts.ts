import { preferredLanguage } from '../i18n/texts.tsx'
import type { AttacksTexts } from './texts-en.ts'

/** The texts of the page about attacks, loaded with it. */
export const attacksTexts: AttacksTexts = (
  await (preferredLanguage() === 'de' ? import('./texts-de.ts') : import('./texts-en.ts'))
).texts
