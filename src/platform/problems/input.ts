import { type ProblemRow, row } from './problem-row.ts'

/** Invalid input and missing resources. */
export const INPUT_PROBLEMS = {
  header_repeated: row(400, 'VALIDATION_ERROR', 'VALIDATION_INVALID_FORMAT', 'A header was sent more than once.', {
    detailCode: 'INVALID_FORMAT',
  }),
  input_invalid: row(400, 'VALIDATION_ERROR', 'VALIDATION_ERROR', 'The request is not valid.', {
    detailCode: 'VALIDATION_ERROR',
  }),
  field_missing: row(400, 'VALIDATION_ERROR', 'VALIDATION_MISSING_REQUIRED_FIELD', 'A required field is missing.', {
    detailCode: 'VALIDATION_ERROR',
  }),
  body_malformed: row(400, 'VALIDATION_ERROR', 'VALIDATION_INVALID_FORMAT', 'The body is not valid JSON.', {
    detailCode: 'INVALID_FORMAT',
  }),
  body_too_large: row(413, 'VALIDATION_ERROR', 'VALIDATION_ERROR', 'The body is larger than 256 kB.', {
    detailCode: 'VALIDATION_ERROR',
  }),
  content_type_unsupported: row(
    415,
    'VALIDATION_ERROR',
    'VALIDATION_INVALID_FORMAT',
    'Send the body as Content-Type: application/json.',
    { field: 'Content-Type', detailCode: 'INVALID_FORMAT' },
  ),
  duplicate_entry: row(400, 'VALIDATION_ERROR', 'BUSINESS_DUPLICATE_ENTRY', 'Such an entry already exists.', {
    detailCode: 'VALIDATION_ERROR',
  }),
  state_invalid: row(400, 'VALIDATION_ERROR', 'BUSINESS_INVALID_STATE', 'This cannot be done in the current state.'),
  connection_rejected: row(
    422,
    'VALIDATION_ERROR',
    'VALIDATION_ERROR',
    'The database at the given address cannot be used.',
    { detailCode: 'CONNECTION_FAILED' },
  ),
  database_too_large: row(
    422,
    'VALIDATION_ERROR',
    'VALIDATION_ERROR',
    'The database has too many tables or columns: choose the tables to use with include.',
    { field: 'include', detailCode: 'VALIDATION_ERROR' },
  ),
  evaluation_running: row(
    400,
    'VALIDATION_ERROR',
    'BUSINESS_INVALID_STATE',
    'Another evaluation of this organization is running. Wait until it has finished, or stop it.',
  ),
  evaluation_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'The evaluation was not found.'),
  job_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_JOB', 'The job was not found.'),
  not_acceptable: row(
    406,
    'VALIDATION_ERROR',
    'VALIDATION_INVALID_FORMAT',
    'This address supports none of the media types in the Accept header.',
    { field: 'Accept', detailCode: 'INVALID_FORMAT' },
  ),
  database_mismatch: row(
    400,
    'VALIDATION_ERROR',
    'VALIDATION_ERROR',
    'This conversation belongs to another database; leave out database_id or start a new conversation.',
    { field: 'database_id', detailCode: 'VALIDATION_ERROR' },
  ),
  api_key_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_API_KEY', 'The API key was not found.'),
  api_key_revoked: row(
    400,
    'VALIDATION_ERROR',
    'BUSINESS_INVALID_STATE',
    'This API key is revoked and cannot be reactivated; create a new one.',
  ),
  api_key_name_taken: row(
    400,
    'VALIDATION_ERROR',
    'BUSINESS_DUPLICATE_ENTRY',
    'Another API key of this organization already has this name; choose a different name.',
    { field: 'name', detailCode: 'VALIDATION_ERROR' },
  ),
  route_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'There is no endpoint at this address.'),
  method_not_allowed: row(405, 'VALIDATION_ERROR', 'VALIDATION_ERROR', 'This address does not support this method.'),
  conversation_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'The conversation was not found.'),
  organization_not_found: row(
    404,
    'NOT_FOUND',
    'NOT_FOUND_ORGANIZATION',
    'The organization of this key no longer exists.',
  ),
  database_not_found: row(404, 'DATABASE_NOT_FOUND', 'NOT_FOUND_DATABASE', 'The database was not found.'),
  personality_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_PERSONALITY', 'The personality was not found.', {
    field: 'personality_id',
    detailCode: 'VALIDATION_ERROR',
  }),
  webhook_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'The webhook was not found.', {
    field: 'webhook_id',
    detailCode: 'VALIDATION_ERROR',
  }),
  session_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_SESSION', 'The session was not found.', {
    field: 'session_id',
    detailCode: 'VALIDATION_ERROR',
  }),
  pattern_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_PATTERN', 'The pattern was not found.'),
  proposal_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_PATTERN', 'The proposed query was not found.'),
  glossary_proposal_not_found: row(
    404,
    'NOT_FOUND',
    'NOT_FOUND_RESOURCE',
    'The proposed glossary entry was not found.',
  ),
  message_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'The message was not found.'),
  chart_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'This message has no chart.'),
  oauth_request_not_found: row(
    404,
    'NOT_FOUND',
    'NOT_FOUND_RESOURCE',
    'This request of an app has expired or was answered already. Start again in the app that you want to connect.',
  ),
  oauth_grant_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'The connected app was not found.'),
  share_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'The share link was not found.'),
  pattern_refused: row(
    422,
    'VALIDATION_ERROR',
    'VALIDATION_ERROR',
    'The guard refuses this query: it could not be run for a question.',
    { field: 'query', detailCode: 'VALIDATION_ERROR' },
  ),
  turn_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'The turn was not found.'),
} as const satisfies Record<string, ProblemRow>
