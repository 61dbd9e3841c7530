/** A word without accents, marks, style and case, for look-up. */
export const folded = (word: string): string =>
  /^[a-z]*$/i.test(word)
    ? word.toLowerCase()
    : word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')

const list = (words: string): string[] => words.split(/\s+/).filter(Boolean).map(folded)

const numbered = (first: number, words: string): [string, number][] =>
  list(words).map((word, at): [string, number] => [word, first + at])

const tens = (words: string): [string, number][] =>
  list(words).map((word, at): [string, number] => [word, (at + 2) * 10])

/** Words for numbers, in English, German, French and Spanish. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...numbered(0, 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'),
  ...numbered(16, 'sixteen seventeen eighteen nineteen'),
  ...tens('twenty thirty forty fifty sixty seventy eighty ninety'),
  ...numbered(2, 'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn'),
  ...numbered(17, 'siebzehn achtzehn neunzehn'),
  ...tens('zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'),
  ...numbered(2, 'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'),
  ...tens('vingt trente quarante cinquante soixante'),
  ...numbered(2, 'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis'),
  ...numbered(17, 'diecisiete dieciocho diecinueve'),
  ...tens('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
])

/** Words that may follow "twenty" and the like; other languages join them. */
export const isUnitWord = (word: string): boolean => {
  const value = NUMBER_WORDS.get(word)
  return value !== undefined && value > 0 && value < 10
}

const magnitudes = (factors: readonly number[], words: string): [string, readonly number[]][] =>
  list(words).map((word) => [word, factors])

/** Multipliers after a number; languages disagree about some. */
export const MAGNITUDES: ReadonlyMap<string, readonly number[]> = new Map([
  ...magnitudes([1e2], 'hundred hundreds hundert cent cents cien ciento cientos'),
  ...magnitudes(
    [1e3],
    'thousand thousands k tausend tsd tausende mille mila mijl duizend tysiąc tysiące tusen bin тыс',
  ),
  ...magnitudes([1e3], 'тысяча тысячи тысяч grand ألف الف آلاف हज़ार'),
  ...magnitudes([1e3, 1e6], 'mil'),
  ...magnitudes(
    [1e6],
    'million millions m mm mn mln mio millionen mill millón millones milione milioni milhão milhões',
  ),
  ...magnitudes(
    [1e6],
    'miljoen miljonen miljon miljoner millioner milion miliony milionów milyon млн миллион миллиона',
  ),
  ...magnitudes([1e6], 'миллионов مليون ملايين miljoonaa'),
  ...magnitudes([1e9], 'bn b g mrd md mld milliard milliards milliarde milliarden miljard miljarder miliard miliardy'),
  ...magnitudes([1e9], 'miliardo miliardi milyar млрд миллиард миллиарда миллиардов مليار bi'),
  ...magnitudes([1e9, 1e12], 'billion billions billionen billón billones bilhão bilhões'),
  ...magnitudes([1e12], 'trillion trillions t tn trn'),
  ...magnitudes([1e5], 'lakh lakhs lac lacs लाख'),
  ...magnitudes([1e7], 'crore crores cr करोड़'),
])

/** Magnitudes that are also units or other words: they count only beside a number or a currency sign. */
export const isShortMagnitude = (word: string): boolean => word.length <= 2 || SHORT.has(word)

/** Metres and millions: if the word occurs in the data, it is read as the unit. */
export const isAlsoUnit = (word: string): boolean => isShortMagnitude(word) || UNITS.has(word)

const UNITS = new Set(list('cent cents mil'))
const SHORT = new Set(list('bin mill trn'))

/** Words that claim an amount without a value that could be looked up. */
export const QUANTITY_WORDS: ReadonlySet<string> = new Set(
  list(`
    halves halved halving double doubled doubles doubling twice thrice triple tripled triples tripling treble trebled
    quadruple quadrupled quadruples quintuple quintupled sextuple sextupled tenfold dozen dozens couple pair thirds
    quarters fourths fifths sixths sevenths eighths ninths tenths twentieths hundredths thousandths zillion zillions
    gazillion gazillions quadrillion quadrillions quintillion myriad umpteen
    halb halbe halber halbes halben halbem hälfte hälften halbiert halbierte halbieren drittel viertel fünftel sechstel
    siebtel achtel neuntel zehntel hundertstel tausendstel doppelt doppelte doppelten doppelter doppeltes verdoppelt
    verdoppelte verdoppelten verdoppelung verdopplung verdreifacht verdreifachte vervierfacht verfünffacht verzehnfacht
    zweifach dreifach vierfach fünffach zehnfach zweifache dreifache vierfache fünffache zehnfache zweimal dreimal
    viermal fünfmal zehnmal dutzend dutzende hunderte hunderten anderthalb eineinhalb
    moitié moitiés demi demie doublé doublée doublés doublent doubler triplé triplée tripler quadruplé dizaine dizaines
    douzaine douzaines quinzaine vingtaine trentaine quarantaine cinquantaine centaine centaines millier milliers
    mitad mitades tercio tercios cuartos quinto doble dobles duplicó duplicado duplicada duplicaron duplica triplicó
    triplicado triplicaron triplica cuádruple docena docenas decena decenas centena centenas centenar centenares millar
    millares metade dobro dobrou triplicou dúzia dúzias metà doppio raddoppiato dozzina dozzine centinaio centinaia
    migliaio migliaia helft dubbel dubbele verdubbeld dozijn половина половину вдвое втрое дюжина удвоился удвоилась
  `),
)

/** Fractions that are also ordinals ("the third quarter"): they claim an amount after one of these words. */
export const FRACTION_WORDS: ReadonlySet<string> = new Set(
  list('third quarter fourth fifth sixth seventh eighth ninth tenth twentieth hundredth thousandth tiers quart cuarto'),
)
export const FRACTION_LEADS: ReadonlySet<string> = new Set(
  list('a an one another two three un une le deux trois nearly almost about roughly only just over under some and'),
)

/** Periods, not amounts: "the first half of 2026". */
export const HALF_PERIOD_LEADS: ReadonlySet<string> = new Set(
  list('first second last latter previous next 1st 2nd h1 h2'),
)

/** Words that are numbers in one language and something else in another: they count only beside these. */
export const SPANISH_ONLY: ReadonlySet<string> = new Set(['dos', 'once'])
export const SPANISH_MARKERS: ReadonlySet<string> = new Set(list('hay los las el del son más hubo tienen fueron y'))

/** "Twofold", "dreifach": a number word with a suffix. */
const isMultiple = (word: string): boolean => {
  const number = word.replace(/(?:fold|fach|fache|fachen|fachte|mal)$/, '')
  return number !== word && (NUMBER_WORDS.has(number) || MAGNITUDES.has(number))
}

/** Compound numbers of German, multiples, and numbers in Han characters. */
export const isCompoundNumber = (word: string): boolean =>
  word.length <= 60 &&
  (isMultiple(word) ||
    GERMAN_COMPOUND.test(word) ||
    /[百千万萬億亿兆倍]|[〇零一二三四五六七八九十]{2}|一半/u.test(word))

const GERMAN_COMPOUND =
  /^(?:ein|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf)?(?:und(?:zwanzig|dreissig|vierzig|funfzig|sechzig|siebzig|achtzig|neunzig)|(?:hundert|tausend|million)\p{L}*|einhalb\p{L}*)$/u

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency').map(folded))
const TAME = new Set(list('vs st nd rd th hr hrs min s h am pm uhr px nr no z t er eme ere ste mo mrz wk yr yrs'))

/** Whether a short word beside a number may be an unlisted magnitude: it is attached to the number, or has no vowel, as abbreviations do. */
export const isUnitLike = (word: string, isAttached: boolean): boolean => {
  if (CURRENCIES.has(word) || TAME.has(word)) return false
  if (/^[\p{Script=Han}\p{Script=Hangul}]/u.test(word))
    return /^[万萬亿億兆千百十仟佰만억조천백십割成倍半折]/u.test(word)
  if (!/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)) return false
  return isAttached || (word.length > 1 && word.length <= 4 && !/[aeiouyаеёиоуыэюяαεηιουω]/u.test(word))
}
