import { chakra } from '@chakra-ui/react'
import { LifeBuoy, RectangleEllipsis, ShieldCheck } from 'lucide-react'
import { recoveryCodesAreFew } from '../../domain/recovery.ts'
import type { TwoStepTask } from '../../machines/two-step/machine.ts'
import type { MethodSecurity } from '../../openapi/schema.ts'
import { Switch } from '../forms/switch.tsx'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { SettingGroup, SettingRow } from './setting-rows.tsx'

type Props = {
  method: MethodSecurity
  onPassword: () => void
  onTask: (task: TwoStepTask) => void
}

/** Password, two-step verification, and the recovery codes if it is on. */
export function SigningInRows({ method, onPassword, onTask }: Props) {
  const t = useText()
  const left = method.recovery_codes_left
  return (
    <SettingGroup title={t('security.signInTitle')}>
      <SettingRow
        icon={<RectangleEllipsis />}
        title={t('security.password')}
        state={t('security.passwordState')}
        action={<Button onClick={onPassword}>{t('security.changePassword')}</Button>}
      />
      <SettingRow
        small
        icon={<ShieldCheck />}
        title={t('security.twoStep')}
        state={t(method.two_step ? 'security.twoStepOn' : 'security.twoStepOff')}
        action={
          <Switch
            label={t('security.twoStep')}
            on={method.two_step}
            onClick={() => onTask({ name: method.two_step ? 'switch off' : 'switch on' })}
          />
        }
      />
      {method.two_step && (
        <SettingRow
          icon={<LifeBuoy />}
          title={t('security.recoveryCodes')}
          state={
            recoveryCodesAreFew(left) ? (
              <chakra.div mt="2">
                <Notice severity="warning">{t('security.recoveryCodesFew', { left })}</Notice>
              </chakra.div>
            ) : (
              t('security.recoveryCodesLeft', { left })
            )
          }
          action={<Button onClick={() => onTask({ name: 'renew codes' })}>{t('security.renewCodes')}</Button>}
        />
      )}
    </SettingGroup>
  )
}
