import type { TabletalkError } from '../../../clients/typescript/src/index.ts'
import type { FieldErrors } from '../form/field-errors.ts'
import { chosenEvents, EVENT_NAMES } from './event-fields.tsx'
import { webhookTexts } from './texts.ts'

export const WEBHOOK_NAMES = ['url', 'description', ...EVENT_NAMES] as const

type Name = (typeof WEBHOOK_NAMES)[number]
type Values = Readonly<Record<Name, string>>

const DESCRIPTION_MAX = 500

/** Validation errors before a request. */
export const checkWebhook = (values: Values): FieldErrors<Name> => ({
  ...(values.url.trim() === '' ? { url: webhookTexts.urlMissing } : {}),
  ...([...values.description.trim()].length > DESCRIPTION_MAX
    ? { description: webhookTexts.descriptionLength(String(DESCRIPTION_MAX)) }
    : {}),
  ...(chosenEvents(values)?.length === 0 ? { events: webhookTexts.eventsMissing } : {}),
})

/** Maps an address that the service rejects to its field. */
export const placeWebhook = ({ details }: TabletalkError): FieldErrors<Name> | undefined =>
  details.some(({ field }) => field === 'url') ? { url: webhookTexts.urlInvalid } : undefined

/** The request body. */
export const webhookBody = (values: Values) => ({
  url: values.url.trim(),
  description: values.description,
  events: chosenEvents(values),
})

export const WEBHOOK_LABELS: Readonly<Record<Name, string>> = {
  url: webhookTexts.url,
  description: webhookTexts.description,
  events: webhookTexts.events,
  all: webhookTexts.allEvents,
  ...webhookTexts.eventNames,
}
