import { textsIn } from '../i18n/texts.tsx'
import type { WebhookTexts } from './texts-en.ts'

/** The texts of the pages about webhooks, loaded with the first of them. */
export const webhookTexts: WebhookTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
