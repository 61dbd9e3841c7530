import { useState } from 'react'
import { CheckField } from '../ui/field.tsx'
import { webhookTexts } from './texts.ts'
import type { Webhook } from './webhook-words.tsx'

/** The events of webhooks. */
export const EVENTS = ['turn.completed', 'turn.failed', 'quota.near', 'database.drifted', 'pattern.failed'] as const

type EventType = (typeof EVENTS)[number]

/** The names that a form needs for them: `events` is what the service calls them together. */
export const EVENT_NAMES = ['events', 'all', ...EVENTS] as const

type EventValues = Readonly<Record<'all' | EventType, string>>

/** What was chosen; null: all, and those to come. */
export const chosenEvents = (values: EventValues): EventType[] | null =>
  values.all === 'on' ? null : EVENTS.filter((event) => values[event] === 'on')

interface EventFieldsProps {
  /** What they begin with. */
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
