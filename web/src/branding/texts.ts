import { textsIn } from '../i18n/texts.tsx'
import type { BrandingTexts } from './texts-en.ts'

/** Texts of the page about branding, loaded on demand. */
export const brandingTexts: BrandingTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
