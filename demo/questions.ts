import { readFileSync } from 'node:fs'

/** A question as people ask it, and what a right answer is. */
export type DemoQuestion = DemoQuery | DemoReply

interface QuestionBase {
  readonly id: string
  readonly set: QuestionSet
  readonly question: string
  /** Earlier questions of the same conversation, oldest first. */
  readonly after?: readonly string[]
  /** The only tenant it makes sense for; without it, every tenant. */
  readonly tenant?: number
  readonly scope?: string
  readonly tags: readonly string[]
}

export interface DemoQuery extends QuestionBase {
  readonly kind: 'query'
  /** SQL over a copy that holds one tenant only; several when a question has several fair readings. */
  readonly gold: string | readonly string[]
  /** True when the order of the rows is part of the answer. */
  readonly ordered?: boolean
}

/** Small talk, or a question that the data cannot answer. */
export interface DemoReply extends QuestionBase {
  readonly kind: 'chat' | 'decline'
}

/**
 * `main` is what the built-in planner was developed on. The others were written without a look at its rules, but their
 * failures have been seen, and the planner was mended by those of the third: only a new set is unseen.
 */
export const QUESTION_SETS = ['main', 'held-out', 'second-held-out', 'third-held-out'] as const
export type QuestionSet = (typeof QUESTION_SETS)[number]

const FILES: Readonly<Record<QuestionSet, string>> = {
  main: './questions.json',
  'held-out': './questions-held-out.json',
  'second-held-out': './questions-second-held-out.json',
  'third-held-out': './questions-third-held-out.json',
}

/** The questions of one set; `{year-1}` in a text becomes last year's number, so that the set does not age. */
export const demoQuestions = (set: QuestionSet, today: Date): readonly DemoQuestion[] => {
  const dated = (text: string) =>
    text.replace(/\{year(?:-(\d))?\}/g, (_, back?: string) => String(today.getUTCFullYear() - Number(back ?? 0)))
  const questions: readonly DemoQuestion[] = JSON.parse(readFileSync(new URL(FILES[set], import.meta.url), 'utf8'))
  return questions.map((entry) => ({
    ...entry,
    question: dated(entry.question),
    ...(entry.after === undefined ? {} : { after: entry.after.map(dated) }),
  }))
}

/** The accepted gold queries of a question. */
export const goldsOf = ({ gold }: DemoQuery): readonly string[] => (typeof gold === 'string' ? [gold] : gold)
