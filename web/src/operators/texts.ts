import { textsIn } from '../i18n/texts.tsx'
import type { OperatorsTexts } from './texts-en.ts'

/** Texts of the operators’ pages, loaded on demand. */
export const operatorsTexts: OperatorsTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})

/** Texts that the service has in English by problem name, in the language of the page; unlisted ones are shown as they are. */
export const translated: Translated = await textsIn<Translated>({
  en: async () => ({ texts: { advice: {}, refusals: {} } }),
  de: async () => ({ texts: await import('./translated-de.ts') }),
})

interface Translated {
  /** Advice for turns that end with a problem; the empty name is for a run that ended without one. */
  readonly advice: Readonly<Record<string, string>>
  /** Why a credential is rejected. */
  readonly refusals: Readonly<Record<string, string>>
}
