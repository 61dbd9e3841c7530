export const InvitationPage = () => null
export const PasswordResetPage = () => null
export const EmailVerificationPage = () => null
