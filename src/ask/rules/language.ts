/** Languages of the texts of the service. */
export type Language = 'en' | 'de'

/** Frequent words of questions that exist in only one of the two languages. */
const GERMAN =
  /(?<!\p{L})(?:wie|viele?|welche[rsnm]?|was|wer|wo|wann|zeige?|nenne|gib|der|das|den|dem|und|ist|sind|hat|haben|im|für|mit|nach|pro|je|unsere?[rsnm]?|wurden?|gibt|es|letzten?|letztes|alle)(?!\p{L})/giu
const ENGLISH =
  /(?<!\p{L})(?:how|many|much|which|what|who|where|when|show|list|give|the|and|is|are|has|have|in|for|with|by|per|our|were|there|of|last|all|did|do)(?!\p{L})/giu

/** German if a question has more German than English words; else English. */
export const languageOf = (question: string): Language =>
  (question.match(GERMAN) ?? []).length > (question.match(ENGLISH) ?? []).length ? 'de' : 'en'
