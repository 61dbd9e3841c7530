import { textsIn } from '../i18n/texts.tsx'
import type { PolicyTexts } from './texts-en.ts'

/** The texts of the policy editor, loaded with it. */
export const policyTexts: PolicyTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
