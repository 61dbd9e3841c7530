import { preferredLanguage } from '../i18n/texts.tsx'
import type { BillingTexts } from './texts-en.ts'

/** The texts of the page about billing, loaded with it. */
export const billingTexts: BillingTexts = (
  await (preferredLanguage() === 'de' ? import('./texts-de.ts') : import('./texts-en.ts'))
).texts
