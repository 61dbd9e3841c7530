/** English texts of the page about billing; their type is that of the other catalogs. */
export const texts = {
  plan: 'Plan',
  plans: {
    free: 'Free',
    starter: 'Starter',
    professional: 'Professional',
    business: 'Business',
    enterprise: 'Enterprise',
  },
  states: {
    active: 'It is active.',
    trial: (day: string) => `It is a trial until ${day}.`,
    due: (day: string) => `A payment is due. Questions are answered until ${day}.`,
    ending: (day: string) => `It was cancelled, and works until ${day}.`,
    overdue: 'A payment is due. Questions are answered again once it is made.',
    ended: 'It has ended. Questions are no longer answered.',
    endedOn: (day: string) => `It ended on ${day}. Questions are no longer answered.`,
    trialEnded: (day: string) => `The trial ended on ${day}. Questions are answered once a plan is bought.`,
    none: 'Nothing was bought yet. Questions are answered once a plan is.',
  },
  allows: 'What it allows',
  limits: {
    questions_per_month: 'Questions in a billing period',
    databases: 'Databases',
    indexing_per_month: 'Runs of indexing in a billing period',
    tokens_per_month: 'Tokens of models in a month',
    concurrent_requests: 'Questions at once',
    requests_per_minute: 'Requests in a minute',
  },
  unlimited: 'without a limit',
  usage: 'What is used of it',
  change: 'Change plan',
  manual: 'Your operator manages this plan.',
  processorHint: 'You go on at the page of the payment processor, and come back here.',
  toCheckout: 'Continue to payment',
  toPortal: 'Change, pay or cancel',
  invoices: 'Invoices',
  opening: 'Opening…',
  done: 'Thank you. The plan is yours as soon as the payment processor says that it is paid.',
  cancelled: 'Nothing was bought.',
}

export type BillingTexts = typeof texts
