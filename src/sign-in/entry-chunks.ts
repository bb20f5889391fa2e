import { lazyPart, lazyScreen } from '../ui/lazy.tsx'

const sso = () => import('../sso/chunks.ts')

export const TwoStepStep = lazyScreen(() => import('./second-factor-screen.tsx'))
export const PasswordReset = lazyScreen(() => import('../password-reset/password-reset.tsx'))
export const ProviderReturn = lazyScreen(async () => (await sso()).providerReturn())
export const ProviderButtons = lazyPart(async () => (await sso()).providerButtons())
