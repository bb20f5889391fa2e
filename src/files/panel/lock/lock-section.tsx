import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { holds } from '../../../../domain/object-lock.ts'
import { mayCall } from '../../../../domain/permissions.ts'
import type { ObjectLock } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { result } from '../../../api/result.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { showFailure } from '../../../shell/show-failure.ts'
import { showToast } from '../../../shell/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { Read } from '../../../ui/read.tsx'
import { useLock } from '../queries.ts'
import { lockLines } from './lock-text.ts'

const LockDialog = lazyDialog(() => import('./lock-dialog.tsx'))
const LiftDialog = lazyDialog(() => import('./lift-dialog.tsx'))

type Props = { bucket: string; path: string }

/** Retention and legal hold of the current version; nothing in a bucket without object lock. */
export function LockSection({ bucket, path }: Props) {
  const query = useLock({ bucket, path })
  // The details above show that the file is gone.
  const instead = query.data ? {} : { OBJECT_NOT_FOUND: null }
  return (
    <Read of={query} failed="fileLock.failed" compact skeleton={null} instead={instead}>
      {lock => lock.available && <Lock bucket={bucket} path={path} lock={lock} />}
    </Read>
  )
}

function Lock({ bucket, path, lock }: Props & { lock: ObjectLock }) {
  const t = useText()
  const user = useUser()
  const format = useFormats()
  const [dialog, setDialog] = useState<'lock' | 'lift' | null>(null)
  const [busy, setBusy] = useState(false)
  const { revision, legal_hold, mode } = lock
  const retained = holds(lock, Date.now() / 1000)

  async function hold() {
    setBusy(true)
    const body = { bucket, path, revision, legal_hold: !legal_hold }
    const outcome = await result(api.PUT('/objects/legal-hold', { body }))
    setBusy(false)
    if (outcome.ok) showToast('fileLock.saved', { about: path })
    else showFailure(outcome)
  }

  return (
    <chakra.section aria-labelledby="file-lock" display="flex" flexDirection="column" gap="2">
      <chakra.h3 id="file-lock" textStyle="label">
        {t('fileLock.title')}
      </chakra.h3>
      {lockLines(t, format, lock).map(line => (
        <chakra.p key={line} color="fg.muted">
          {line}
        </chakra.p>
      ))}
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {mayCall(user, 'putObjectRetention') && (
          <Button size="sm" onClick={() => setDialog('lock')}>
            {t(retained ? 'fileLock.change' : 'fileLock.lock')}
          </Button>
        )}
        {mayCall(user, 'putObjectRetention') && retained && mode === 'governance' && (
          <Button size="sm" onClick={() => setDialog('lift')}>
            {t('fileLock.lift')}
          </Button>
        )}
        {mayCall(user, 'putObjectLegalHold') && (
          <Button size="sm" loading={busy} onClick={() => void hold()}>
            {t(legal_hold ? 'fileLock.holdOff' : 'fileLock.holdOn')}
          </Button>
        )}
      </chakra.div>
      {dialog === 'lock' && (
        <LockDialog bucket={bucket} path={path} lock={lock} onClose={() => setDialog(null)} />
      )}
      {dialog === 'lift' && (
        <LiftDialog bucket={bucket} path={path} lock={lock} onClose={() => setDialog(null)} />
      )}
    </chakra.section>
  )
}
