import { useState } from 'react'
import { holds } from '../../../../domain/object-lock.ts'
import { mayCall } from '../../../../domain/permissions.ts'
import type { VersionItem } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { result } from '../../../api/result.ts'
import { ActDialog } from '../../../forms/act-dialog.tsx'
import { Checkbox } from '../../../forms/checkbox.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { showToast } from '../../../shell/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, useClosing } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { lockLines } from '../lock/lock-text.ts'
import { useLock, useVersionsChanged } from '../queries.ts'

type Props = {
  bucket: string
  version: VersionItem
  /** Label of the version. */
  time: string
  only: boolean
  onClose: () => void
}

/** Permanently deletes a version; shows the lock of a locked one. */
export default function DeleteVersionDialog({ bucket, version, time, only, onClose }: Props) {
  const t = useText()
  const user = useUser()
  const format = useFormats()
  const { key, version_id, latest, delete_marker } = version
  const changed = useVersionsChanged(bucket)
  const [bypass, setBypass] = useState(false)
  const [submittedUnchecked, setSubmittedUnchecked] = useState(false)
  const { data: lock, isPending } = useLock({ bucket, path: key, version_id }, !delete_marker)

  const retained = lock !== undefined && holds(lock, Date.now() / 1000)
  const held = lock?.legal_hold ?? false
  const mayBypass = lock?.mode === 'governance' && mayCall(user, 'putObjectRetention')
  if (lock && (held || (retained && !mayBypass))) {
    return (
      <LockedDialog
        title={t('version.lockedTitle', { time })}
        lines={lockLines(t, format, lock)}
        onClose={onClose}
      />
    )
  }
  const needsBypass = retained && !bypass
  const lead = only ? 'version.removeOnlyLead' : latest ? 'version.removeCurrentLead' : 'version.removeLead'
  return (
    <ActDialog
      danger
      title={t(delete_marker ? 'version.removeMarkerTitle' : 'version.removeTitle', { time })}
      lead={t(delete_marker ? 'version.removeMarkerLead' : lead)}
      action={t(delete_marker ? 'version.removeMarker' : 'version.remove')}
      loading={!delete_marker && isPending}
      send={async () => {
        setSubmittedUnchecked(needsBypass)
        if (needsBypass) return null
        return result(
          api.DELETE('/objects/versions', {
            body: { bucket, path: key, version_id, ...(retained && { bypass_governance: true }) },
          }),
        )
      }}
      onSent={async () => {
        await changed()
        showToast('files.deleted', { about: time })
      }}
      onClose={onClose}
    >
      {!delete_marker && isPending && <Skeleton width="60%" />}
      {retained && lock && (
        <>
          <Notice severity="warning">{lockLines(t, format, lock).join(' ')}</Notice>
          <Checkbox
            label={t('version.bypass')}
            checked={bypass}
            onChange={event => setBypass(event.target.checked)}
            error={submittedUnchecked && needsBypass ? t('error.CONFIRM_REQUIRED') : undefined}
          />
        </>
      )}
    </ActDialog>
  )
}

function LockedDialog({ title, lines, onClose }: { title: string; lines: string[]; onClose: () => void }) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  return (
    <Dialog
      open={open}
      onClose={close}
      onExited={onExited}
      title={title}
      lead={t('version.lockedLead')}
      footer={
        <Button data-autofocus onClick={close}>
          {t('common.close')}
        </Button>
      }
    >
      <Notice severity="warning">{lines.join(' ')}</Notice>
    </Dialog>
  )
}
