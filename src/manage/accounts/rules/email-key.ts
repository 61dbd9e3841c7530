/** The comparison key of an address: users are not distinguished by letter case. */
export const emailKeyOf = (email: string): string => email.toLowerCase()
