import { selectFailure } from '../../machines/session/selectors.ts'
import { EntryLayout } from '../entry/entry-layout.tsx'
import { useText } from '../i18n/text.ts'
import { sessionEvents, useSession } from '../session/flow.ts'
import { FailureState } from '../ui/failure-state.tsx'

/** The server did not say who is signed in. */
export function Unreachable() {
  const t = useText()
  const failure = useSession(selectFailure)
  return (
    <EntryLayout>
      <FailureState
        level={1}
        title={t('app.userFailed')}
        failure={failure ?? { ok: false, code: 'NETWORK' }}
        onRetry={sessionEvents.retry}
      />
    </EntryLayout>
  )
}
