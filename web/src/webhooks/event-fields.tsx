import { useState } from 'react'
import { CheckField } from '../ui/field.tsx'
import { webhookTexts } from './texts.ts'
import type { Webhook } from './webhook-words.tsx'

/** Event types of webhooks. */
const EVENTS = ['turn.completed', 'turn.failed', 'quota.near', 'database.drifted', 'pattern.failed'] as const

type EventType = (typeof EVENTS)[number]

/** Form fields for them: `events` is the field of the API. */
export const EVENT_NAMES = ['events', 'all', ...EVENTS] as const

type EventValues = Readonly<Record<'all' | EventType, string>>

/** The selected events; null: all, including future ones. */
export const chosenEvents = (values: EventValues): EventType[] | null =>
  values.all === 'on' ? null : EVENTS.filter((event) => values[event] === 'on')

interface EventFieldsProps {
  /** Initial values. */
  readonly events: Webhook['events']
  readonly error: string | undefined
}

/** Selects the events of a webhook. */
export const EventFields = ({ events, error }: EventFieldsProps) => {
  const [isAll, setAll] = useState(events === null)
  return (
    <fieldset className="field" name="events" tabIndex={-1}>
      <legend>{webhookTexts.events}</legend>
      <CheckField
        label={webhookTexts.allEvents}
        hint={webhookTexts.allEventsHint}
        name="all"
        checked={isAll}
        onChange={({ target }) => setAll(target.checked)}
      />
      {!isAll &&
        EVENTS.map((event, at) => (
          <CheckField
            key={event}
            label={
              <span>
                {webhookTexts.eventNames[event]} <code>{event}</code>
              </span>
            }
            name={event}
            defaultChecked={events?.includes(event) ?? true}
            error={at === 0 ? error : undefined}
          />
        ))}
    </fieldset>
  )
}
