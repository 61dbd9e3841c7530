import type { BillingTexts } from './texts-en.ts'

export const texts: BillingTexts = {
  plan: 'Tarif',
  plans: {
    free: 'Kostenlos',
    starter: 'Starter',
    professional: 'Professional',
    business: 'Business',
    enterprise: 'Enterprise',
  },
  states: {
    active: 'Er ist aktiv.',
    trial: (day: string) => `Er ist bis ${day} zur Probe.`,
    due: (day: string) => `Eine Zahlung steht aus. Fragen werden bis ${day} beantwortet.`,
    ending: (day: string) => `Er ist gekündigt und gilt bis ${day}.`,
    overdue: 'Eine Zahlung steht aus. Danach werden Fragen wieder beantwortet.',
    ended: 'Er ist beendet. Fragen werden nicht mehr beantwortet.',
    endedOn: (day: string) => `Er endete am ${day}. Fragen werden nicht mehr beantwortet.`,
    trialEnded: (day: string) =>
      `Die Probezeit endete am ${day}. Fragen werden beantwortet, sobald ein Tarif gekauft ist.`,
    none: 'Es wurde noch nichts gekauft. Fragen werden beantwortet, sobald ein Tarif gekauft ist.',
  },
  allows: 'Was er umfasst',
  limits: {
    questions_per_month: 'Fragen im Abrechnungszeitraum',
    databases: 'Datenbanken',
    indexing_per_month: 'Indizierungen im Abrechnungszeitraum',
    tokens_per_month: 'Token der Modelle im Monat',
    concurrent_requests: 'Fragen zugleich',
    requests_per_minute: 'Anfragen in der Minute',
  },
  unlimited: 'ohne Grenze',
  usage: 'Was davon verbraucht ist',
  change: 'Tarif ändern',
  manual: 'Ihr Betreiber verwaltet diesen Tarif.',
  processorHint: 'Sie gehen auf der Seite des Zahlungsdienstes weiter und kommen hierher zurück.',
  toCheckout: 'Weiter zur Zahlung',
  toPortal: 'Ändern, zahlen oder kündigen',
  invoices: 'Rechnungen',
  opening: 'Wird geöffnet …',
  done: 'Vielen Dank. Der Tarif gilt, sobald der Zahlungsdienst meldet, dass er bezahlt ist.',
  cancelled: 'Es wurde nichts gekauft.',
}
