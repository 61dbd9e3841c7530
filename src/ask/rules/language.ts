/** Languages in which there are texts of ours. */
export type Language = 'en' | 'de'

/** Words that one of the two languages alone has, and questions are made of. */
const GERMAN =
  /(?<!\p{L})(?:wie|viele?|welche[rsnm]?|was|wer|wo|wann|zeige?|nenne|gib|der|das|den|dem|und|ist|sind|hat|haben|im|für|mit|nach|pro|je|unsere?[rsnm]?|wurden?|gibt|es|letzten?|letztes|alle)(?!\p{L})/giu
const ENGLISH =
  /(?<!\p{L})(?:how|many|much|which|what|who|where|when|show|list|give|the|and|is|are|has|have|in|for|with|by|per|our|were|there|of|last|all|did|do)(?!\p{L})/giu

/** German where a question is rather German than English; English for all others. */
export const languageOf = (question: string): Language =>
  (question.match(GERMAN) ?? []).length > (question.match(ENGLISH) ?? []).length ? 'de' : 'en'
