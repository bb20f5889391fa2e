import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { mayCall } from '../../../../domain/permissions.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { Anchor } from '../../../ui/anchor.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../../ui/failure.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { bucketPageAddress } from '../../addresses.ts'
import { BucketSetting, type Setting } from '../setting/bucket-setting.tsx'
import { lockCalls, useStored, type Versioning, versioningCalls } from '../setting/calls.ts'
import { SettingSkeleton } from '../skeletons.tsx'

/** Whether a bucket keeps versions, and what that means. */
export default function VersionsTab({ bucket }: { bucket: string }) {
  const t = useText()
  return (
    <BucketSetting
      bucket={bucket}
      calls={versioningCalls(bucket)}
      describe={versioning => t(`versions.state.${versioning}`)}
      skeleton={<SettingSkeleton />}
    >
      {setting => <Versions bucket={bucket} setting={setting} />}
    </BucketSetting>
  )
}

function Versions({ bucket, setting }: { bucket: string; setting: Setting<Versioning> }) {
  const { stored: versioning, busy, failure, save } = setting
  const t = useText()
  const user = useUser()
  const [dialogOpen, setDialogOpen] = useState(false)
  const { data: lock, isPending } = useStored(bucket, lockCalls(bucket))
  const mayChange = mayCall(user, 'putBucketVersioning')
  const locked = lock?.value.enabled ?? false
  return (
    <Section
      title={t('versions.title')}
      action={
        <Chip tone={versioning === 'enabled' ? 'good' : versioning === 'suspended' ? 'warning' : 'plain'}>
          {t(`versions.state.${versioning}`)}
        </Chip>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="4" maxW="prose">
        <p>{t('versions.lead')}</p>
        <chakra.p color="fg.muted">
          {t('versions.cost')}{' '}
          <Anchor href={bucketPageAddress(bucket, 'lifecycle')} color="fg.accent">
            {t('versions.toLifecycle')}
          </Anchor>
        </chakra.p>
        {versioning === 'suspended' && <Notice severity="warning">{t('versions.paused')}</Notice>}
        {locked && <Notice severity="info">{t('versions.locked')}</Notice>}
        <FailureNotice failure={failure} />
        {mayChange && versioning !== 'enabled' && (
          <chakra.div>
            <Button variant="main" loading={busy} onClick={() => save('enabled')}>
              {t('versions.turnOn')}
            </Button>
            {versioning === 'off' && (
              <chakra.p textStyle="small" color="fg.muted" mt="2">
                {t('versions.forGood')}
              </chakra.p>
            )}
          </chakra.div>
        )}
        {mayChange && versioning === 'enabled' && !isPending && !locked && (
          <div>
            <Button loading={busy} onClick={() => setDialogOpen(true)}>
              {t('versions.suspend')}
            </Button>
          </div>
        )}
      </chakra.div>
      <ConfirmDialog
        open={dialogOpen}
        title={t('versions.suspendTitle')}
        lead={t('versions.suspendLead')}
        action={t('versions.suspend')}
        danger
        onClose={() => setDialogOpen(false)}
        onConfirm={() => {
          setDialogOpen(false)
          save('suspended')
        }}
      />
    </Section>
  )
}
