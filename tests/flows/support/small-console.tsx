import { sessionEvents, useUser } from '../../../src/session/flow.ts'
import { t } from './play.ts'

function SmallConsole() {
  return (
    <main>
      <h1>{t('buckets.title')}</h1>
      <p>{t('auth.signedInAs', { email: useUser().email })}</p>
      <button type="button" onClick={sessionEvents.signOut}>
        {t('shell.logout')}
      </button>
    </main>
  )
}

/**
 * Takes the place of `src/app/main-chunk.ts` where a flow ends at the console:
 * `vi.mock('../../src/app/main-chunk.ts', () => import('./support/small-console.tsx'))`.
 */
export const loadMainScreens = async () => ({ default: SmallConsole })
