/** Why a message cannot be answered from rows, seen from its form alone. */
export type OutOfReach = 'write' | 'why' | 'future' | 'advice'

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

/** Reads the form of a message: an order to change something, a reason, the future, advice. */
export const outOfReach = (message: string): OutOfReach | null => {
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

const REASONS: Readonly<Record<OutOfReach, string>> = {
  write: 'I only read data: I cannot change, send or delete anything.',
  why: 'I can say what the data holds, but not why it is so.',
  future: 'I can only tell what has been written down, not what will come.',
  advice: 'I can give you numbers, but no advice.',
}

export const reasonOf = (reach: OutOfReach): string => REASONS[reach]
