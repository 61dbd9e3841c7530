import { ErrorSummary } from '../form/error-summary.tsx'
import type { useForm } from '../form/use-form.ts'
import { Field } from '../ui/field.tsx'
import { EventFields } from './event-fields.tsx'
import { webhookTexts } from './texts.ts'
import { WEBHOOK_LABELS, type WEBHOOK_NAMES } from './webhook-form.ts'
import type { Webhook } from './webhook-words.tsx'

interface WebhookFieldsProps {
  readonly form: ReturnType<typeof useForm<(typeof WEBHOOK_NAMES)[number]>>
  /** Initial values; absent for a new one. */
  readonly webhook?: Webhook
}

/** The fields of a webhook: address, purpose and events. */
export const WebhookFields = ({ form, webhook }: WebhookFieldsProps) => (
  <>
    <ErrorSummary form={form} labels={WEBHOOK_LABELS} />
    <Field
      label={webhookTexts.url}
      hint={webhookTexts.urlHint}
      error={form.errors.url}
      name="url"
      type="url"
      autoComplete="off"
      defaultValue={webhook?.url}
      autoFocus={webhook === undefined}
      required
    />
    <Field
      label={webhookTexts.description}
      error={form.errors.description}
      name="description"
      autoComplete="off"
      defaultValue={webhook?.description}
    />
    <EventFields events={webhook?.events ?? null} error={form.errors.events} />
  </>
)
