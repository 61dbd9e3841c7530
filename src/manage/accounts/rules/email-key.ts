/** Of an address in small letters: two people are not told apart by the case of letters. */
export const emailKeyOf = (email: string): string => email.toLowerCase()
