/** The texts of the pages of share links, and of the page for frames of the widget, in one language. */
export interface PageTexts {
  /** Locale of dates, numbers and the page (BCP 47). */
  readonly locale: string
  readonly sharedAnswer: string
  asked(at: string): string
  asTenant(tenant: string): string
  inScope(scope: string): string
  readonly expires: string
  readonly copied: string
  readonly sources: string
  readonly assumptions: string
  readonly queryWritten: string
  readonly queryRun: string
  readonly data: string
  rows(shown: string, count: number): string
  /** For a truncated result. @param all the total number of rows, if known */
  firstRows(shown: string, count: number, all: string | undefined): string
  shortened(length: string): string
  readonly noRows: string
  readonly noValue: string
  readonly yes: string
  readonly no: string
  readonly showAll: string
  readonly dead: string
  readonly deadReasons: string
  readonly noChat: string
  readonly noChatAdvice: string
}

const ENGLISH: PageTexts = {
  locale: 'en',
  sharedAnswer: 'Shared answer',
  asked: (at) => `Asked ${at}`,
  asTenant: (tenant) => `as tenant ${tenant}`,
  inScope: (scope) => `scope ${scope}`,
  expires: 'This link is valid until',
  copied: 'It shows the answer as of the time of the question; later changes of the data are not included.',
  sources: 'Sources',
  assumptions: 'Assumptions',
  queryWritten: 'Query as written',
  queryRun: 'Query as run',
  data: 'Data',
  rows: (shown, count) => (count === 1 ? '1 row' : `${shown} rows`),
  firstRows: (shown, count, all) => {
    if (all !== undefined) return `The first ${shown} of ${all} rows`
    return count === 1 ? 'The first row; there were more' : `The first ${shown} rows; there were more`
  },
  shortened: (length) => `shortened; ${length} characters in all`,
  noRows: 'No rows were found.',
  noValue: 'no value',
  yes: 'yes',
  no: 'no',
  showAll: 'Show all',
  dead: 'This link is not valid or no longer valid.',
  deadReasons: 'It may have expired or been revoked, or its URL is incomplete. Ask the sender for a new link.',
  noChat: 'This chat is not available.',
  noChatAdvice: 'Try again later, or tell the operator of the page.',
}

const GERMAN: PageTexts = {
  locale: 'de',
  sharedAnswer: 'Geteilte Antwort',
  asked: (at) => `Gefragt am ${at}`,
  asTenant: (tenant) => `als Mandant ${tenant}`,
  inScope: (scope) => `Bereich ${scope}`,
  expires: 'Dieser Link funktioniert bis',
  copied: 'Er zeigt die Antwort, wie sie gegeben wurde; was sich seitdem geändert hat, zeigt er nicht.',
  sources: 'Quellen',
  assumptions: 'Annahmen',
  queryWritten: 'Abfrage, wie sie geschrieben wurde',
  queryRun: 'Abfrage, wie sie ausgeführt wurde',
  data: 'Daten',
  rows: (shown, count) => (count === 1 ? '1 Zeile' : `${shown} Zeilen`),
  firstRows: (shown, count, all) => {
    if (all !== undefined) return `Die ersten ${shown} von ${all} Zeilen`
    return count === 1 ? 'Die erste Zeile; es gab mehr' : `Die ersten ${shown} Zeilen; es gab mehr`
  },
  shortened: (length) => `gekürzt; insgesamt ${length} Zeichen`,
  noRows: 'Es wurden keine Zeilen gefunden.',
  noValue: 'kein Wert',
  yes: 'ja',
  no: 'nein',
  showAll: 'Alles zeigen',
  dead: 'Dieser Link funktioniert nicht (mehr).',
  deadReasons:
    'Er ist vielleicht abgelaufen oder wurde zurückgenommen, oder die Adresse ist unvollständig. Wer ihn geschickt hat, kann einen neuen schicken.',
  noChat: 'Dieser Chat ist nicht verfügbar.',
  noChatAdvice: 'Versuchen Sie es später noch einmal, oder wenden Sie sich an den Betreiber der Seite.',
}

/** By language; English is the default. */
const TEXTS: Readonly<Record<'en' | 'de', PageTexts>> = { en: ENGLISH, de: GERMAN }

/** The texts in the preferred language. @param accepts selects the preferred of the languages, by `Accept-Language` */
export const pageTexts = (accepts: (languages: string[]) => string | false): PageTexts =>
  accepts(['en', 'de']) === 'de' ? TEXTS.de : TEXTS.en
