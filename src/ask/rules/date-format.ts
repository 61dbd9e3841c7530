const [YEAR, MONTH, DAY] = ['(?:19|20)\\d\\d', '(?:0[1-9]|1[0-2])', '(?:0[1-9]|[12]\\d|3[01])']
const PARTS: Readonly<Record<string, string>> = {
  YYYY: YEAR,
  MM: MONTH,
  DD: DAY,
  MON: '[A-Za-z]{3}',
  YY: '\\d\\d',
  hh: '\\d\\d',
  mm: '\\d\\d',
  ss: '\\d\\d',
}
/** Days above 12 show which number is the day; if two formats fit, the format is unknown. */
const FORMATS =
  `YYYY-MM-DD|YYYY-MM-DD hh:mm|YYYY-MM-DD hh:mm:ss|YYYY-MM-DDThh:mm:ss|YYYY-MM-DDThh:mm:ssZ|YYYY/MM/DD|YYYYMMDD|DD.MM.YYYY|DD-MM-YYYY
|MM-DD-YYYY|DD/MM/YYYY|MM/DD/YYYY|DD.MM.YY|DD-MON-YY|DD-MON-YYYY`
    .split('|')
    .map((text) => text.trim())
    .map((format) => ({
      format,
      pattern: new RegExp(`^${format.replace(/YYYY|MON|YY|MM|DD|hh|mm|ss|\./g, (part) => PARTS[part] ?? '\\.')}$`),
    }))

const TEXTS_MIN = 3

/**
 * The date format of these texts; undefined if a text is no date, if several formats fit, and for too few texts.
 * @param textsMin a sample needs three texts; the first and last text of a sorted column are enough
 */
export const dateFormatOf = (texts: readonly string[], textsMin = TEXTS_MIN): string | undefined => {
  if (new Set(texts).size < textsMin) return undefined
  const fitting = FORMATS.filter(({ pattern }) => texts.every((text) => pattern.test(text)))
  return fitting.length === 1 ? fitting[0]?.format : undefined
}
