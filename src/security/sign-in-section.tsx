import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import {
  Building2,
  Fingerprint,
  Grid3x3,
  LifeBuoy,
  RectangleEllipsis,
  ShieldCheck,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { mayCall } from '../../domain/permissions.ts'
import { recoveryCodesAreFew } from '../../domain/recovery.ts'
import type { TwoStepTask } from '../../machines/two-step/machine.ts'
import type { MethodSecurity } from '../../openapi/schema.ts'
import { read } from '../api/query.ts'
import { Switch } from '../forms/switch.tsx'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { providerName } from '../site/providers.ts'
import { Button } from '../ui/button.tsx'
import { lazyDialog } from '../ui/lazy.tsx'
import { Notice } from '../ui/notice.tsx'
import { Read } from '../ui/read.tsx'
import { PasskeyRows } from './passkeys/passkey-rows.tsx'
import { RulesRow } from './rules/rules-row.tsx'
import { SettingGroup, SettingRow, SettingRowsSkeleton } from './setting-rows.tsx'

const ChangePasswordDialog = lazyDialog(() => import('./change-password-dialog.tsx'))
const PinDialog = lazyDialog(() => import('./pin/pin-dialog.tsx'))
const TwoStepDialog = lazyDialog(() => import('./two-step/two-step-dialog.tsx'))
const RequireDialog = lazyDialog(() => import('./two-step/require-dialog.tsx'))
const RequireSsoDialog = lazyDialog(() => import('./require-sso-dialog.tsx'))

type OpenDialog = 'password' | 'pin' | 'require' | 'require sso' | TwoStepTask | null

/** How the user signs in and confirms protected acts. */
export default function SignInSection() {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  const user = useUser()
  const isOwner = mayCall(user, 'changeAccountSignIn')
  const mayTryRules = mayCall(user, 'explainSso')

  return (
    <chakra.div display="flex" flexDirection="column" gap="8">
      <Read
        of={useQuery(read('/user/method-security'))}
        failed="security.failed"
        skeleton={
          <>
            <SettingRowsSkeleton rows={2} />
            <SettingRowsSkeleton rows={2} />
          </>
        }
      >
        {method => (
          <>
            <SigningInRows method={method} onPassword={() => setDialog('password')} onTask={setDialog} />
            <PasskeyRows />
            <ConfirmingRows method={method} onPin={() => setDialog('pin')} onTask={setDialog} />
            {isOwner && (
              <EverybodyRows
                method={method}
                onRequire={() => setDialog('require')}
                onRequireSso={() => setDialog('require sso')}
              />
            )}
            {mayTryRules && method.sso !== 'none' && <RulesRow />}
            {dialog === 'require' && <RequireDialog required={method.two_step_required} onClose={close} />}
            {dialog === 'require sso' && <RequireSsoDialog required={method.sso_required} onClose={close} />}
          </>
        )}
      </Read>
      {dialog === 'password' && <ChangePasswordDialog onClose={close} />}
      {dialog === 'pin' && <PinDialog onClose={close} />}
      {dialog && typeof dialog === 'object' && <TwoStepDialog task={dialog} onClose={close} />}
    </chakra.div>
  )
}

type SigningInProps = {
  method: MethodSecurity
  onPassword: () => void
  onTask: (task: TwoStepTask) => void
}

/** Password, two-step verification, and the recovery codes if it is on. */
function SigningInRows({ method, onPassword, onTask }: SigningInProps) {
  const t = useText()
  const left = method.recovery_codes_left
  return (
    <SettingGroup title={t('security.signInTitle')}>
      <SettingRow
        icon={<RectangleEllipsis />}
        title={t('security.password')}
        state={t(method.sso_required ? 'security.passwordSso' : 'security.passwordState')}
        action={<Button onClick={onPassword}>{t('security.changePassword')}</Button>}
      />
      <SettingRow
        small
        icon={<ShieldCheck />}
        title={t('security.twoStep')}
        state={t(twoStepState(method))}
        action={
          <Switch
            disabled={method.two_step && method.two_step_required && method.passkeys === 0}
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

type ConfirmingProps = {
  method: MethodSecurity
  onPin: () => void
  onTask: (task: TwoStepTask) => void
}

/** The PIN, and whether it or a code confirms acts. */
function ConfirmingRows({ method, onPin, onTask }: ConfirmingProps) {
  const t = useText()
  const byCode = method.method === 'two-step'
  return (
    <SettingGroup title={t('security.confirmingTitle')} lead={t('security.confirmingLead')}>
      <SettingRow
        icon={<Grid3x3 />}
        title={t('security.pin')}
        state={t(pinState(method))}
        action={method.pin_exists && <Button onClick={onPin}>{t('security.changePin')}</Button>}
      />
      <SettingRow
        icon={<Fingerprint />}
        title={t('security.method')}
        state={
          method.provider === null
            ? t(methodState(method))
            : t('security.methodProvider', { name: providerName(method.provider) })
        }
        action={
          method.two_step &&
          method.pin_exists && (
            <Button onClick={() => onTask({ name: 'change method', method: byCode ? 'pin' : 'two-step' })}>
              {t(byCode ? 'security.usePin' : 'security.useCode')}
            </Button>
          )
        }
      />
    </SettingGroup>
  )
}

/** What the owner requires of everybody in the account. */
function EverybodyRows({
  method,
  onRequire,
  onRequireSso,
}: {
  method: MethodSecurity
  onRequire: () => void
  onRequireSso: () => void
}) {
  const t = useText()
  const { two_step, two_step_required: required, required_by_operator: byOperator, passkeys } = method
  const own = two_step || passkeys > 0
  const optional = own ? 'security.requireOff' : 'security.requireOwnFirst'
  const here = required ? 'security.requireOn' : optional
  return (
    <SettingGroup title={t('security.everybodyTitle')}>
      <SettingRow
        small
        icon={<Users />}
        title={t('security.requireTwoStep')}
        state={t(byOperator ? 'security.requireByOperator' : here)}
        action={
          <Switch
            label={t('security.requireTwoStep')}
            on={required}
            disabled={byOperator || (!required && !own)}
            onClick={onRequire}
          />
        }
      />
      {(method.sso_required || method.sso !== 'none') && (
        <SettingRow
          small
          icon={<Building2 />}
          title={t('security.requireSso')}
          state={t(ssoState(method))}
          action={
            <Switch
              label={t('security.requireSso')}
              on={method.sso_required}
              disabled={!method.sso_required && method.sso !== 'used'}
              onClick={onRequireSso}
            />
          }
        />
      )}
    </SettingGroup>
  )
}

function twoStepState({ two_step, two_step_required, passkeys, sso_required }: MethodSecurity): MessageId {
  if (sso_required) return two_step ? 'security.twoStepSsoOn' : 'security.twoStepSsoOff'
  if (!two_step) return two_step_required ? 'security.twoStepPasskey' : 'security.twoStepOff'
  return two_step_required && passkeys === 0 ? 'security.twoStepKept' : 'security.twoStepOn'
}

function ssoState({ sso, sso_required }: MethodSecurity): MessageId {
  if (sso_required) return 'security.ssoOn'
  return sso === 'used' ? 'security.ssoOff' : 'security.ssoOwnFirst'
}

function pinState({ method, pin_exists }: MethodSecurity): MessageId {
  if (!pin_exists) return 'security.pinNone'
  return method === 'two-step' ? 'security.pinStateAside' : 'security.pinState'
}

/** How the user confirms acts, in a sentence. */
function methodState({ method, two_step }: MethodSecurity): MessageId {
  if (method === 'two-step') return 'security.methodCode'
  return two_step ? 'security.methodPin' : 'security.methodPinOnly'
}
