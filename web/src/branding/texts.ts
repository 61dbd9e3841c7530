import { textsIn } from '../i18n/texts.tsx'
import type { BrandingTexts } from './texts-en.ts'

/** The texts of the page about branding, loaded with it. */
export const brandingTexts: BrandingTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
