import { textsIn } from '../i18n/texts.tsx'
import type { BillingTexts } from './texts-en.ts'

/** The texts of the page about billing, loaded with it. */
export const billingTexts: BillingTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
