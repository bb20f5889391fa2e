import type { Provider } from '../sso/provider.ts'
import type { User } from '../store/users.ts'
import type { Services } from './services.ts'

/**
 * The provider at which a new sign-in confirms the user: the one at which the session began, where the PIN would confirm
 * and none is set. Null: PIN or code does.
 */
export function confirmingProvider({ sso }: Pick<Services, 'sso'>, user: User): Provider | null {
  const { pinHash, confirmationMethod, provider = '' } = user
  if (pinHash !== null || confirmationMethod !== 'pin') return null
  const found = sso.get(provider)
  return found?.settings.confirm === 'provider' ? found : null
}
