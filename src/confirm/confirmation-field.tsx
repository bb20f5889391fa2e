import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { selectSubmitting } from '../../machines/attempt.ts'
import {
  selectMethod,
  selectOffersPasskey,
  selectProvider,
  selectStep,
} from '../../machines/confirm-identity/selectors.ts'
import { FormCodeField, FormPasswordField } from '../forms/form-field.tsx'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type ConfirmFlow, useConfirmEvents } from './flow.ts'

type Props = {
  flow: ConfirmFlow
  /** Whether it is the only field: then a code is submitted at its last digit. */
  alone?: boolean
  /** What else must be right before a passkey is asked for. */
  before?: () => Promise<boolean>
}

/**
 * The form field `pin`, for the PIN or the authenticator app's code, once it is known which one applies. It takes focus
 * when it appears. Where a new sign-in at the provider confirms, what that means.
 */
export function ConfirmationField({ flow, alone = false, before }: Props) {
  const t = useText()
  const { setFocus } = useFormContext<{ pin: string }>()
  const { retry, askForPasskey } = useConfirmEvents(flow)
  const offersPasskey = useSelector(flow, selectOffersPasskey)
  const step = useSelector(flow, selectStep)
  const method = useSelector(flow, selectMethod)
  const provider = useSelector(flow, selectProvider)
  const submitting = useSelector(flow, selectSubmitting)
  const shown = step === 'form'
  useEffect(() => {
    if (shown) setFocus('pin')
  }, [shown, setFocus])

  if (step === 'loading') return <ConfirmationFieldSkeleton />
  if (step === 'unavailable') {
    return (
      <Button alignSelf="flex-start" onClick={retry}>
        {t('common.retry')}
      </Button>
    )
  }
  async function confirmByPasskey() {
    if (!before || (await before())) askForPasskey()
  }
  const passkey = offersPasskey && (
    <Button
      variant="link"
      size="inline"
      alignSelf="flex-start"
      disabled={submitting}
      onClick={() => void confirmByPasskey()}
    >
      {t('confirm.passkey')}
    </Button>
  )
  if (method === 'none') {
    return (
      <>
        <chakra.p>{t(provider === null ? 'sso.signedInAgain' : 'sso.confirmAway')}</chakra.p>
        {provider !== null && passkey}
      </>
    )
  }
  if (method === 'pin') {
    return (
      <>
        <FormPasswordField name="pin" label={t('confirm.pin')} autoComplete="off" maxLength={128} />
        {passkey}
      </>
    )
  }
  return (
    <>
      <FormCodeField
        name="pin"
        alone={alone}
        label={t('confirm.code')}
        help={t('confirm.codeHelp')}
        readOnly={submitting}
      />
      {passkey}
    </>
  )
}

export function ConfirmationFieldSkeleton() {
  return (
    <chakra.div aria-busy="true" display="flex" flexDirection="column" gap="3.5" pt="1">
      <Skeleton width="96px" />
      <Skeleton h="field" borderRadius="md" />
    </chakra.div>
  )
}
