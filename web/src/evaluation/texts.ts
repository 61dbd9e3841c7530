import { textsIn } from '../i18n/texts.tsx'
import type { EvaluationTexts } from './texts-en.ts'

/** Texts of the pages about evaluations, loaded on demand. */
export const evaluationTexts: EvaluationTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
