export const NEGATIVE = new Set([
  'not',
  'nobody',
  'outside',
  'no',
  'never',
  'without',
  'except',
  'excluding',
  'nor',
  'neither',
  'lack',
  'lacking',
])
export const LEADS = new Set(
  'of for in at from to into by on with without as and or but during than per between via about through'.split(' '),
)
/** Words that change the answer if ignored: readings that skip them rank last. */
export const SIGNIFICANT = new Set(
  'only under over above below between before after since until than both each every more less most least fewest same other others again half twice median average avg mean growth increase decrease rate ratio difference never not no except without ago top bottom first last rank per either also consecutive different distinct unique versus vs compare compared worth percentage percent share cumulative running develop developed evolve evolved evolution'.split(
    ' ',
  ),
)

/**
 * Words that a query may ignore: function words and courtesies, no noun or verb of any domain. At most 150
 * (`test/planner/builtin/passing-words.test.ts`).
 */
export const IGNORABLE_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the this that these those it its they them their list he she his her we us our i me my you your ' +
    'which what who whom whose where when is are was were be been being am do does did has have had having ' +
    'will would can could should may might of in on at to from for with by as into within among ' +
    'through across about via and or but if so then there here all any some one ones also too well ' +
    'still yet ever anything something pls take takes took now single along together respective respectively corresponding following given please kindly thanks thank ok ' +
    'let want like know need see database exist exists use uses used using come comes came ' +
    'belong belongs contain contains include includes including get gets got make made located listed called based placed happened occurred live lives lived living'
  ).split(' '),
)

/** Imperative verbs that ask to show something, at the beginning of a sentence. */
export const SHOWING_WORDS: ReadonlySet<string> = new Set(
  'list show find give tell get return display provide print fetch name report select retrieve compute calculate determine output identify state split'.split(
    ' ',
  ),
)
