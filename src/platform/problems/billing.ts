import { type ProblemRow, row } from './problem-row.ts'

/** Payments. No text repeats messages of the payment processor. */
export const BILLING_PROBLEMS = {
  payment_failed: row(
    500,
    'INTERNAL_SERVER_ERROR',
    'EXTERNAL_PAYMENT_ERROR',
    'The payment processor could not complete the request. Nothing was changed; please try again shortly.',
    { retryable: true },
  ),
  payments_manual: row(
    403,
    'FORBIDDEN',
    'BUSINESS_FEATURE_NOT_AVAILABLE',
    'Plans cannot be bought here: the operator of this installation assigns them. Ask the operator for another plan.',
  ),
  subscription_exists: row(
    400,
    'VALIDATION_ERROR',
    'BUSINESS_INVALID_STATE',
    'Your organization already has a subscription: change or cancel it in the customer portal, with POST /api/v1/billing/portal.',
  ),
  customer_missing: row(
    400,
    'VALIDATION_ERROR',
    'BUSINESS_INVALID_STATE',
    'Your organization has not bought a plan yet: start with POST /api/v1/billing/checkout.',
  ),
  payment_event_invalid: row(
    400,
    'VALIDATION_ERROR',
    'VALIDATION_ERROR',
    'This payment event is not valid, or this installation accepts no payment events.',
  ),
} as const satisfies Record<string, ProblemRow>
