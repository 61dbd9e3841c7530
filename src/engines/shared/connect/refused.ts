/** What is said where a host answers, and no server does. */
export const REFUSED = 'The database cannot be reached: nothing listens at its host and port.'
