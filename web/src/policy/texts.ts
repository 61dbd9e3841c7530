import { textsIn } from '../i18n/texts.tsx'
import type { PolicyTexts } from './texts-en.ts'

/** Texts of the policy editor, loaded on demand. */
export const policyTexts: PolicyTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
