import { lazyPart, lazyScreen } from '../ui/lazy.tsx'

const late = () => import('./late-chunks.ts')

export const TwoStepStep = lazyScreen(() => import('./second-factor-screen.tsx'))
export const PasswordReset = lazyScreen(async () => (await late()).passwordReset())
export const ProviderReturn = lazyScreen(async () => (await late()).providerReturn())
export const ProviderButtons = lazyPart(async () => (await late()).providerButtons())
