import { textsIn } from '../i18n/texts.tsx'
import type { PeopleTexts } from './texts-en.ts'

/** Texts of the page about people, loaded on demand. */
export const peopleTexts: PeopleTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
