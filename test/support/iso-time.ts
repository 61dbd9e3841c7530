/** ISO 8601 in UTC with milliseconds, as the API writes every time. */
export const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
