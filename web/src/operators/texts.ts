import { textsIn } from '../i18n/texts.tsx'
import type { OperatorsTexts } from './texts-en.ts'

/** The texts of the operators’ pages, loaded with the first of them. */
export const operatorsTexts: OperatorsTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})

/** What the service says in English by names of problems, in the language of the page; what is not here is shown as it says it. */
export const translated: Translated = await textsIn<Translated>({
  en: async () => ({ texts: { advice: {}, refusals: {} } }),
  de: async () => ({ texts: await import('./translated-de.ts') }),
})

interface Translated {
  /** What to do where turns end with a problem; under the empty name, of a run that ended without one. */
  readonly advice: Readonly<Record<string, string>>
  /** Why a credential is not taken. */
  readonly refusals: Readonly<Record<string, string>>
}
