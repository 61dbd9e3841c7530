import { preferredLanguage } from '../i18n/texts.tsx'
import type { PolicyTexts } from './texts-en.ts'

/** The texts of the policy editor, loaded with it. */
export const policyTexts: PolicyTexts = (
  await (preferredLanguage() === 'de' ? import('./texts-de.ts') : import('./texts-en.ts'))
).texts
