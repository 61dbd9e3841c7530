import { preferredLanguage } from '../i18n/texts.tsx'
import type { EvaluationTexts } from './texts-en.ts'

/** The texts of the pages about evaluations, loaded with them. */
export const evaluationTexts: EvaluationTexts = (
  await (preferredLanguage() === 'de' ? import('./texts-de.ts') : import('./texts-en.ts'))
).texts
