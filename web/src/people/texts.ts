import { textsIn } from '../i18n/texts.tsx'
import type { PeopleTexts } from './texts-en.ts'

/** The texts of the page about people, loaded with it. */
export const peopleTexts: PeopleTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
