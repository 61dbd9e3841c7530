import { textsIn } from '../i18n/texts.tsx'
import type { ConnectTexts } from './texts-en.ts'

/** Texts about apps that connect over OAuth, loaded with the first page that shows them. */
export const connectTexts: ConnectTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
