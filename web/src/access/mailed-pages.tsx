export { EmailVerificationPage } from './email-verification-page.tsx'
export { InvitationPage } from './invitation-page.tsx'
export { PasswordResetPage } from './password-reset-page.tsx'
