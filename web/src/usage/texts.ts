import { textsIn } from '../i18n/texts.tsx'
import type { UsageTexts } from './texts-en.ts'

/** Texts of the page about usage, loaded on demand. */
export const usageTexts: UsageTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
