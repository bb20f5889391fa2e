import { Fingerprint, Grid3x3 } from 'lucide-react'
import type { TwoStepTask } from '../../machines/two-step/machine.ts'
import type { MethodSecurity } from '../../openapi/schema.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { SettingGroup, SettingRow } from './setting-rows.tsx'

/** How the user confirms acts, in a sentence. */
function methodState({ method, two_step }: MethodSecurity): MessageId {
  if (method === 'two-step') return 'security.methodCode'
  return two_step ? 'security.methodPin' : 'security.methodPinOnly'
}

type Props = {
  method: MethodSecurity
  onPin: () => void
  onTask: (task: TwoStepTask) => void
}

/** The PIN, and whether it or a code confirms acts. */
export function ConfirmingRows({ method, onPin, onTask }: Props) {
  const t = useText()
  const byCode = method.method === 'two-step'
  return (
    <SettingGroup title={t('security.confirmingTitle')} lead={t('security.confirmingLead')}>
      <SettingRow
        icon={<Grid3x3 />}
        title={t('security.pin')}
        state={t(byCode ? 'security.pinStateAside' : 'security.pinState')}
        action={<Button onClick={onPin}>{t('security.changePin')}</Button>}
      />
      <SettingRow
        icon={<Fingerprint />}
        title={t('security.method')}
        state={t(methodState(method))}
        action={
          method.two_step && (
            <Button onClick={() => onTask({ name: 'change method', method: byCode ? 'pin' : 'two-step' })}>
              {t(byCode ? 'security.usePin' : 'security.useCode')}
            </Button>
          )
        }
      />
    </SettingGroup>
  )
}
