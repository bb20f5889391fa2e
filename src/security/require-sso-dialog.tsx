import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { useConfirmed } from '../confirm/use-confirmed.tsx'
import { ActDialog } from '../forms/act-dialog.tsx'
import { useText } from '../i18n/text.ts'
import { Consequences } from '../people/consequences.tsx'
import { showToast } from '../shell/toast.ts'

/** Asks whether everybody in the account must sign in at a provider, or, if it is `required`, need not. */
export default function RequireSsoDialog({ required, onClose }: { required: boolean; onClose: () => void }) {
  const t = useText()
  const { confirmed, dialog: confirmation } = useConfirmed()
  const body = { require_sso: !required }
  return (
    <>
      <ActDialog
        title={t(required ? 'security.ssoAllowTitle' : 'security.ssoTitle')}
        lead={t(required ? 'security.ssoAllowLead' : 'security.ssoLead')}
        action={t(required ? 'security.allowDo' : 'security.requireDo')}
        send={() => confirmed(() => result(api.PUT('/user/account/sign-in', { body })))}
        onSent={() => showToast(required ? 'security.toast.ssoAllowed' : 'security.toast.ssoRequired')}
        onClose={onClose}
      >
        {!required && (
          <Consequences
            lines={[
              t('security.ssoSessions'),
              t('security.ssoPeople'),
              t('security.requireKeys'),
              t('security.ssoGone'),
            ]}
          />
        )}
      </ActDialog>
      {confirmation}
    </>
  )
}
