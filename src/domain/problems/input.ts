import { type ProblemRow, row } from './problem-row.ts'

/** What was asked for is not there, or not in a form that can be taken. */
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
  duplicate_entry: row(400, 'VALIDATION_ERROR', 'BUSINESS_DUPLICATE_ENTRY', 'There is one like this already.', {
    detailCode: 'VALIDATION_ERROR',
  }),
  state_invalid: row(400, 'VALIDATION_ERROR', 'BUSINESS_INVALID_STATE', 'This cannot be done as things stand.'),
  connection_rejected: row(
    422,
    'VALIDATION_ERROR',
    'VALIDATION_ERROR',
    'The database cannot be used at the address that was given.',
    { detailCode: 'CONNECTION_FAILED' },
  ),
  database_too_large: row(
    422,
    'VALIDATION_ERROR',
    'VALIDATION_ERROR',
    'The database has more tables or columns than can be used: choose some.',
    { field: 'include', detailCode: 'VALIDATION_ERROR' },
  ),
  evaluation_running: row(
    400,
    'VALIDATION_ERROR',
    'BUSINESS_INVALID_STATE',
    'Another evaluation of this organization runs. Wait until it has ended, or stop it.',
  ),
  evaluation_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'The evaluation was not found.'),
  job_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_JOB', 'The job was not found.'),
  not_acceptable: row(
    406,
    'VALIDATION_ERROR',
    'VALIDATION_INVALID_FORMAT',
    'This address answers in none of the types that Accept names.',
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
    'This API key is revoked, and stays so; make another one.',
  ),
  api_key_name_taken: row(
    400,
    'VALIDATION_ERROR',
    'BUSINESS_DUPLICATE_ENTRY',
    'Another API key of this organization has this name; take another one.',
    { field: 'name', detailCode: 'VALIDATION_ERROR' },
  ),
  route_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'There is nothing at this address.'),
  method_not_allowed: row(405, 'VALIDATION_ERROR', 'VALIDATION_ERROR', 'This address does not take this method.'),
  conversation_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'The conversation was not found.'),
  organization_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_ORGANIZATION', 'The organization of this key is gone.'),
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
  proposal_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_PATTERN', 'No such query is proposed.'),
  glossary_proposal_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'No such glossary entry is proposed.'),
  message_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'The message was not found.'),
  chart_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'This message has no chart.'),
  share_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'The share link was not found.'),
  pattern_refused: row(
    422,
    'VALIDATION_ERROR',
    'VALIDATION_ERROR',
    'This query would not be run for a question: the guard refuses it.',
    { field: 'query', detailCode: 'VALIDATION_ERROR' },
  ),
  turn_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'The turn was not found.'),
} as const satisfies Record<string, ProblemRow>
