import { textsIn } from '../i18n/texts.tsx'
import type { AuditTexts } from './texts-en.ts'

/** The texts of the audit log, loaded with it. */
export const auditTexts: AuditTexts = await textsIn({
  en: () => import('./texts-en.ts'),
  de: () => import('./texts-de.ts'),
})
