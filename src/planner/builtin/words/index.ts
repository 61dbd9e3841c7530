/** The first layer: the English language and the calendar, independent of any database. */
export {
  addDays,
  addMonths,
  addUnits,
  type Day,
  dayOfMonth,
  daysBetween,
  isDay,
  MONTHS,
  makeDay,
  monthOf,
  startOf,
  type Unit,
  weekday,
  windowWords,
  yearOf,
} from './calendar.ts'
export { withoutCorrectedName } from './corrected-name.ts'
export { isForeign } from './foreign-language.ts'
export { isSmall } from './is-small.ts'
export { DAY_WORDS, NUMBER_WORDS, type PeriodContext, periodAt, smallNumber, unitOf } from './period.ts'
export { isSeveral } from './several-questions.ts'
export { type SmallTalk, smallTalk, smallTalkReply } from './small-talk.ts'
export { type Bucket, type TimeMention, timeAt, type Window } from './time.ts'
export {
  type AdjectiveSense,
  CUE_WORDS_MAX,
  CUES,
  type Cue,
  DEMONYMS,
  isPerson,
  neverLinked,
  WAY_ENDS,
} from './vocabulary.ts'
