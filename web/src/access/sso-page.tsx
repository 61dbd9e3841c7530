export const SsoPage = () => null
