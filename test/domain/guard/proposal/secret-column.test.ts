import { looksSecret } from '../../../../src/domain/guard/proposal/secret-column.ts'

describe('a column', () => {
  it.each([
    ...['password', 'password_hash', 'PasswordHash', 'userPassword', 'userpassword', 'pwd', 'salt', 'reset_token'],
    ...['accessToken', 'api_key', 'apiKey', 'APIKEY', 'client_secret', 'ssn', 'SSN', 'social_security_number', 'cvv'],
    ...['private_key', 'otp_secret', 'recovery_codes', 'card_number', 'pin', 'credentials', 'session_id'],
  ])('called %s is hidden', (name) => {
    expect(looksSecret(name)).toBe(true)
  })

  it.each([
    ...['id', 'name', 'email', 'token_count', 'tokens', 'hashtags', 'pinned', 'shipping_city', 'key', 'foreign_key_id'],
    ...['opinion', 'passport', 'compass', 'secretary', 'session_started_at', 'status', 'pass_rate', ''],
  ])('called %p is not', (name) => {
    expect(looksSecret(name)).toBe(false)
  })
})
