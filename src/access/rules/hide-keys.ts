/** Who puts a key, a ticket or a token where none belongs, such as a path, must not find it in a log. */
export const hideKeys = (text: string): string => text.replace(/\b(sk|pk|tkt|rt|mt|sh)_[\w-]{16,}/gi, '$1_…')
