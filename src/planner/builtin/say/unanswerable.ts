import { isForeign, isSeveral } from '../words/index.ts'

/** Why a message cannot be answered from rows, judged by its form alone. */
export type UnanswerableKind = 'write' | 'why' | 'future' | 'advice' | 'instruction' | 'language' | 'several' | 'others'

/** Instructions to the reader instead of a question. */
const INSTRUCTION =
  /\b(?:ignore|disregard|forget|override|bypass|skip|circumvent|turn off|disable|switch off)\s+(?:\w+\s+){0,4}(?:instructions?|rules?|prompts?|restrictions?|polic(?:y|ies)|filters?|guards?|guardrails?|limits?|permissions?|above|previous|before|everything)\b|\b(?:system|hidden|initial|original|developer) (?:prompt|message|instructions?)\b|\b(?:developer|debug|admin|god|root|dan|sudo) mode\b|\bjailbreak\b|\b(?:you are|act|behave|respond|answer|speak|talk) (?:now |from now on )?(?:as|like) (?:an? |the |my |if )|\byou are now\b|\bfrom now on,? (?:you|answer|always|only)\b|\bpretend (?:to be|you|that|i)\b|\brepeat after me\b|\b(?:reveal|print|show|tell)\s+(?:me\s+)?your (?:prompt|instructions?|rules|configuration|source|code|secrets?|keys?)\b/i

const POLITE =
  '(?:please |pls |can you |could you |would you |will you |i want (?:you )?to |i would like (?:you )?to |you should |now |and |ok |just |go ahead and |let us |lets )*'
const OBJECT =
  '(?:an?|the|all|every|each|our|my|your|this|that|these|those|any|some|order|customer|user|row|record|new|to|me|us|him|them|it|everyone|everybody|\\d+|#\\d+)'

const WRITES = new RegExp(
  `^${POLITE}(?:(?:delete|remove|erase|truncate|insert|update|overwrite|wipe)\\b|(?:drop|change|set|add|create|cancel|refund|send|email|mail|call|rename|alter|grant|edit|modify|mark|assign|move|copy|pay|ship|order|buy|book|approve|reset|write|register|schedule|block|close|reopen|increase|decrease|raise|lower|reduce|replace|import|upload|restore|archive|notify|contact|transfer|fix|correct|enter|merge)\\s+(?:${OBJECT})\\b)`,
  'i',
)
const REPORTS =
  /^(?:please |can you |could you )*(?:create|make|write|send me|add)\s+(?:(?:an?|me an?|the)\s*)?(?:\w+\s+)?(?:list|report|chart|graph|table|overview|summary|breakdown|ranking)\b/i
const SQL =
  /^\s*(?:select\b.*\bfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|drop\s+table|alter\s+table|create\s+table|pragma\b|attach\b)/i

/** Whether a whole message is no question in English: an instruction, another language, or a list of questions. */
export const nonQuestionKind = (message: string): UnanswerableKind | null => {
  const text = message.trim()
  if (INSTRUCTION.test(text)) return 'instruction'
  if (isForeign(text)) return 'language'
  return isSeveral(text) ? 'several' : null
}

/** Judges the form of a question: a request to change data, for a reason, about the future, for advice. */
export const unanswerableKind = (message: string): UnanswerableKind | null => {
  const text = message.trim()
  if (
    SQL.test(text) ||
    (WRITES.test(text) && !REPORTS.test(text) && !/^order\s+(?:no\.?\s*|number\s+)?#?\d+/i.test(text))
  )
    return 'write'
  if (
    /^(?:so |and |but |then |ok )*(?:why|how come|for what reason|what caused|what is the reason|explain why|what explains|what makes)\b/i.test(
      text,
    )
  )
    return 'why'
  if (
    /\b(?:will|going to|predict|prediction|forecast|forecasts|projected|projection|extrapolate|in the future|expect to)\b/i.test(
      text,
    )
  )
    return 'future'
  if (
    /\b(?:should (?:we|i|you)|recommend|recommendation|advice|advise|what would happen|what if we|how (?:do|can|could|should|to) (?:i|we|you)?\s*(?:improve|increase|reduce|get more|fix|change|grow|boost|make|sell more))\b/i.test(
      text,
    )
  )
    return 'advice'
  return null
}

const REASONS: Readonly<Record<UnanswerableKind, string>> = {
  write: 'I only read data: I cannot change, send or delete anything.',
  why: 'I can say what the data holds, but not why it is so.',
  future: 'I can only tell what has been written down, not what will come.',
  advice: 'I can give you numbers, but no advice.',
  instruction: 'I answer questions about the data, and follow no other instructions.',
  language:
    'I understand questions in English only; with a language model connected, I would understand others as well.',
  several: 'Those are several questions at once: please ask them one by one.',
  others: 'Only the data of this account is here, and nothing about others.',
}

export const reasonOf = (reach: UnanswerableKind): string => REASONS[reach]
