/** Masks secrets for logs: clients may send keys, tickets and tokens in a wrong part of a request, such as the path. */
export const hideKeys = (text: string): string => text.replace(/\b(sk|pk|tkt|rt|mt|sh)_[\w-]{16,}/gi, '$1_…')
