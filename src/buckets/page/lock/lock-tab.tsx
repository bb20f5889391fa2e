import { chakra } from '@chakra-ui/react'
import { mayCall } from '../../../../domain/permissions.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { BucketSetting, type Setting } from '../setting/bucket-setting.tsx'
import { lockCalls, type ObjectLock } from '../setting/calls.ts'
import { SettingSkeleton } from '../skeletons.tsx'
import { LockForm, useLockText } from './lock-form.tsx'

export default function LockTab({ bucket }: { bucket: string }) {
  const lockText = useLockText()
  return (
    <BucketSetting
      bucket={bucket}
      calls={lockCalls(bucket)}
      describe={lockText}
      skeleton={<SettingSkeleton />}
    >
      {setting => <Lock bucket={bucket} setting={setting} />}
    </BucketSetting>
  )
}

function Lock({ bucket, setting }: { bucket: string; setting: Setting<ObjectLock> }) {
  const lock = setting.stored
  const t = useText()
  const user = useUser()
  const lockText = useLockText()
  const mayChange = mayCall(user, 'putBucketObjectLock') && lock.available
  return (
    <Section
      title={t('lock.title')}
      action={
        <Chip tone={lock.enabled ? 'good' : 'plain'}>
          {t(lock.enabled ? 'lock.state.on' : 'lock.state.off')}
        </Chip>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="5" maxW="prose">
        <p>{t('lock.lead')}</p>
        {!lock.available && <Notice severity="info">{t('lock.newOnly')}</Notice>}
        {lock.enabled && <chakra.p fontWeight="medium">{lockText(lock)}</chakra.p>}
        {mayChange && <LockForm bucket={bucket} setting={setting} />}
      </chakra.div>
    </Section>
  )
}
