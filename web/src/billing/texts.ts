import { textsIn } from '../i18n/texts.tsx'
import type { BillingTexts } from './texts-en.ts'

/** Texts of the page about billing, loaded on demand. */
export const billingTexts: BillingTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
