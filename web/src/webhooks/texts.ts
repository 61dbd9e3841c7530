import { textsIn } from '../i18n/texts.tsx'
import type { WebhookTexts } from './texts-en.ts'

/** Texts of the pages about webhooks, loaded on demand. */
export const webhookTexts: WebhookTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
