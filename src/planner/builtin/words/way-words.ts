import { stemOf } from '../../../words/index.ts'

/** Where something begins, and where it ends: keys, verbs and small words say it alike. Stems. */
export const WAY_ENDS: readonly (readonly string[])[] = [
  'from depart departing departs departed departure leave leaving leaves source src origin sender start out'.split(' '),
  'to into arrive arriving arrives arrived arrival land landing lands destination dest target receiver end toward'.split(
    ' ',
  ),
].map((words) => words.map(stemOf))
