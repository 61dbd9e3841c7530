const NAME_READ_MAX = 80

/** Written for programs: `cust_nm`, `custNm`, `customer.name`, `$total`. */
const IS_TECHNICAL = /[\p{L}\p{N}][_$.]+[\p{L}\p{N}]|^[_$]+\p{L}|\p{Ll}\p{Lu}/u
const IS_IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$.]*$/u

/** Whether a name is recognizable as one: `orders` is also a word. */
export const isTechnicalName = (name: string): boolean => IS_IDENTIFIER.test(name) && IS_TECHNICAL.test(name)

/** The words of a name: `custNm_2` → `cust`, `nm`, `2`. */
export const wordsOfName = (name: string): readonly string[] =>
  name
    .slice(0, NAME_READ_MAX)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** A technical name as words; other names, such as `Umsatz (EUR)`, are titles already. */
export const nameAsTitle = (name: string): string => (isTechnicalName(name) ? wordsOfName(name).join(' ') : name)
