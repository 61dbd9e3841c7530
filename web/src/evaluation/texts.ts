import { textsIn } from '../i18n/texts.tsx'
import type { EvaluationTexts } from './texts-en.ts'

/** The texts of the pages about evaluations, loaded with them. */
export const evaluationTexts: EvaluationTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
