import type { Language } from '../ask/rules/language.ts'
import type { StatusEventBody, TurnStatus } from '../ask/rules/turn-event.ts'

/** The current step of a turn, for users. */
export const statusText = (
  { status, looked }: Pick<StatusEventBody, 'status' | 'looked'>,
  language: Language,
): string => {
  if (looked === undefined) return STATUS_TEXT[language][status]
  const phrases = LOOKED_TEXT[language]
  if (looked.kind !== 'texts') return phrases[looked.kind](looked.of)
  return phrases.texts(looked.texts) + (looked.columns === 0 ? '' : phrases.inColumns(looked.columns))
}

const STATUS_TEXT: Readonly<Record<Language, Readonly<Record<TurnStatus, string>>>> = {
  en: {
    queued: 'Waiting to start',
    understanding: 'Reading the question',
    reading_schema: 'Looking at the database',
    exploring_schema: 'Looking for what the question needs',
    generating_query: 'Writing the query',
    validating_query: 'Checking the query',
    waiting_for_database: 'Waiting for the database',
    executing_query: 'Running the query',
    repairing_query: 'Correcting the query',
    reviewing_result: 'Looking at what came back',
    composing_answer: 'Writing the answer',
  },
  de: {
    queued: 'Wartet auf den Beginn',
    understanding: 'Liest die Frage',
    reading_schema: 'Sieht sich die Datenbank an',
    exploring_schema: 'Sucht, was die Frage braucht',
    generating_query: 'Schreibt die Abfrage',
    validating_query: 'Prüft die Abfrage',
    waiting_for_database: 'Wartet auf die Datenbank',
    executing_query: 'Führt die Abfrage aus',
    repairing_query: 'Berichtigt die Abfrage',
    reviewing_result: 'Sieht sich das Ergebnis an',
    composing_answer: 'Schreibt die Antwort',
  },
}

/** The current step in words that tell nothing of how questions are answered. */
export const stageText = (status: TurnStatus, language: Language): string => STAGE_TEXT[language][STAGES[status]]

const STAGES = {
  queued: 'working',
  understanding: 'working',
  reading_schema: 'working',
  exploring_schema: 'working',
  generating_query: 'looking',
  validating_query: 'looking',
  waiting_for_database: 'looking',
  executing_query: 'looking',
  repairing_query: 'looking',
  reviewing_result: 'looking',
  composing_answer: 'writing',
} as const satisfies Record<TurnStatus, string>

const STAGE_TEXT = {
  en: { working: 'Working', looking: 'Looking it up', writing: 'Writing the answer' },
  de: { working: 'Arbeitet', looking: 'Sieht nach', writing: 'Schreibt die Antwort' },
} as const

const LOOKED_TEXT = {
  en: {
    tables: (words: string) => `Looking for tables about “${words}”`,
    columns: (table: string) => `Reading the columns of ${table}`,
    values: (name: string) => `Reading the values of ${name}`,
    texts: (texts: readonly string[]) => `Looking for ${texts.map((text) => `“${text}”`).join(', ')}`,
    inColumns: (count: number) => ` in ${count} ${count === 1 ? 'column' : 'columns'}`,
  },
  de: {
    tables: (words: string) => `Sucht Tabellen zu „${words}“`,
    columns: (table: string) => `Liest die Spalten von ${table}`,
    values: (name: string) => `Liest die Werte von ${name}`,
    texts: (texts: readonly string[]) => `Sucht ${texts.map((text) => `„${text}“`).join(', ')}`,
    inColumns: (count: number) => ` in ${count} ${count === 1 ? 'Spalte' : 'Spalten'}`,
  },
} as const
