/** Addresses of what clients of MCP can read. */
export const SCHEMA_URI = 'tabletalk://databases/{database_id}/schema'
export const ANSWER_URI = 'tabletalk://answers/{turn_id}'
export const ROWS_URI = 'tabletalk://answers/{turn_id}/rows.csv'

export const schemaUri = (databaseId: string): string => SCHEMA_URI.replace('{database_id}', databaseId)
export const rowsUri = (turnId: string): string => ROWS_URI.replace('{turn_id}', turnId)
