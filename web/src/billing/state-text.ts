import type { components } from '../../../clients/typescript/src/index.ts'
import type { Texts } from '../i18n/en.ts'
import { formatDay } from '../i18n/format.ts'
import { billingTexts } from './texts.ts'

export type Billing = components['schemas']['Billing']

/** The state of the subscription in one sentence with its date, and whether action is needed. */
export const stateText = (billing: Billing, texts: Texts): { readonly text: string; readonly isWarning: boolean } => {
  const { states } = billingTexts
  const { subscription, status, trial_ends_at: trial, grace_ends_at: grace, ends_at: end } = billing
  const day = (iso: string): string => formatDay(new Date(iso), texts)
  const warning = (text: string) => ({ text, isWarning: true })
  switch (subscription) {
    case 'past_due':
      return warning(states.overdue)
    case 'canceled':
      return warning(end === null ? states.ended : states.endedOn(day(end)))
    case 'none':
      return warning(trial === null ? states.none : states.trialEnded(day(trial)))
    case 'active':
      if (status === 'past_due' && grace !== null) return warning(states.due(day(grace)))
      if (end !== null) return warning(states.ending(day(end)))
      if (status === 'trialing' && trial !== null) return { text: states.trial(day(trial)), isWarning: false }
      return { text: states.active, isWarning: false }
  }
}
