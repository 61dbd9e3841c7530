/** Fewer questions may be a question with its follow-up. */
const QUESTIONS_MIN = 3
const WORDS_MIN = 2

/** Whether a message is a list of questions, for which there is no single answer. */
export const isSeveral = (message: string): boolean =>
  [/[?？]+/, /[\r\n]+|(?:^|\s)\d{1,2}[.)]\s|;\s/].some((between) => partsOf(message, between) >= QUESTIONS_MIN)

const partsOf = (message: string, between: RegExp): number =>
  message.split(between).filter((part) => (part.match(/\p{L}{2,}/gu)?.length ?? 0) >= WORDS_MIN).length
