/**
 * Problem texts for users, by stable name. Only those whose text in the service addresses programmers; all others are
 * shown in the service's text.
 */
export const problems: Readonly<Record<string, string>> = {
  credentials_missing: 'You are not logged in. Log in, then try again.',
  token_missing: 'You are not logged in. Log in, then try again.',
  token_invalid: 'Your session has expired. Log in again.',
  token_expired: 'Your session has expired. Log in again.',
  refresh_token_invalid: 'Your session has expired. Log in again.',
  refresh_token_expired: 'Your session has expired. Log in again.',
  scope_missing: 'Enter a scope first.',
  tenant_missing: 'This database needs a tenant. Enter the tenant, then ask again.',
  tenant_invalid: 'This tenant is not valid for the database. Correct it, then ask again.',
  tenant_not_expected: 'This database has no tenants. Start a new conversation without one.',
  sharing_off: 'Your organization does not allow share links. An owner or admin can switch them on.',
  organization_suspended: 'Your organization is suspended. Ask the operator of this service.',
  organization_inactive: 'Your organization is not active. Ask the operator of this service.',
  login_invalid: 'Incorrect email or password. If you belong to several organizations, enter the organization number.',
  login_delayed: 'Too many failed attempts. Wait a while, then try again.',
  mails_delayed:
    'Several emails were already sent. Check your inbox and spam folder, or wait before you request another one.',
  email_not_verified: 'Your email address is not confirmed yet. Open the link in the confirmation email.',
  email_invalid: 'Enter an email address such as name@example.com.',
  email_taken: 'Another user of your organization already has this email address.',
  password_invalid: 'Choose a password of 8 to 256 characters that is not commonly used and is not your email address.',
  second_factor_missing: 'Enter a code from your authenticator app, or a recovery code.',
  second_factor_invalid: 'This code is not valid, or was used before. Wait for the next one.',
  second_factor_on: 'A second factor is already enabled. Reload the page.',
  second_factor_off: 'This setup is no longer valid. Reload the page, then start again.',
  page_not_permitted: 'This page was not opened at the address of the service. Open the portal at its own address.',
  mailed_token_invalid: 'This link was already used or has expired. Request another email.',
  user_changed: 'This account was changed by another user at the same time. Try again.',
  last_owner: 'This is the only owner. Make another user an owner first.',
  owner_not_suspendable: 'An owner cannot be suspended. Give this user another role first.',
  invitation_over:
    'This invitation was already accepted. A user who has forgotten the password can request a new one on the login page.',
  provider_link_off: 'This account has no link to the identity provider. It is linked at the next login there.',
  sso_not_configured:
    'This organization has no identity provider. Check the organization number, or log in with a password.',
  sso_not_enabled: 'Single sign-on is disabled for this organization. An owner can enable it.',
  sso_required: 'Your organization requires login with its identity provider, not with a password.',
  sso_configuration_error:
    'The identity provider is not configured correctly. An owner of your organization must correct it.',
  sso_provider_unavailable: 'The identity provider does not answer. Try again in a while.',
  sso_invalid_token: 'The identity provider did not confirm this login, or it was already used. Try again.',
  sso_token_expired: 'This login took too long. Try again.',
  sso_missing_claims:
    'The identity provider did not send all required information. Contact an owner of your organization.',
  sso_domain_not_allowed:
    'Users with an email address of your domain may not log in here. Ask an owner of your organization.',
  sso_user_not_provisioned: 'You have no account in this organization. Ask an owner or admin to add you.',
  plan_limit_reached: 'Your organization has reached the request limit of its plan. Wait a while, then try again.',
  monthly_limit_reached: 'Your organization has used all requests for this month.',
  question_quota_reached:
    'Your organization has used all questions of its billing period. An owner can upgrade the plan.',
  question_quota_reserved: 'The last questions of your billing period are being answered. Try again shortly.',
  monthly_tokens_reached: 'Your organization has used its language model tokens for this month.',
  conversation_limit_reached: 'Too many questions: the limits are 30 a minute and 200 an hour.',
  refusal_limit_reached: 'Too many requests were refused. Wait a while, then try again.',
  open_limit_reached: 'Too many requests. Wait a while, then try again.',
  subscription_exists: 'Your organization already has a subscription. Reload the page to change it.',
  customer_missing: 'Your organization has not bought a plan yet. Choose a plan first.',
  idempotency_mismatch: 'This request was already sent with different content. Ask again.',
  turn_running: 'This question is already being answered.',
  request_running: 'This question is already being answered. Try again shortly.',
  database_mismatch: 'This conversation is about another database. Start a new one.',
  body_too_large: 'The question is too long. Shorten it.',
  pattern_not_found: 'This verified query no longer exists.',
  patterns_full:
    'This database has reached the maximum number of verified queries. Remove one that is no longer needed.',
  database_login_failed: 'The database rejects the user or password of its connection. An admin must correct it.',
}
