/** The address in lower case: addresses are unique regardless of case. */
export const emailKeyOf = (email: string): string => email.toLowerCase()
