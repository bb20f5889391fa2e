import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { type ComponentProps, useEffect, useRef } from 'react'
import {
  selectFailure,
  selectMethod,
  selectStep,
  selectSubmitting,
} from '../../machines/confirm-identity/selectors.ts'
import { CodeField } from '../forms/code-field.tsx'
import type { Field, FieldProps } from '../forms/field.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { ConfirmFlow } from './use-confirm-flow.ts'

/** Why the last attempt did not go through, above the field; a wrong pin or code is said at the field itself. */
export function ConfirmationFailure({ flow }: { flow: ConfirmFlow }) {
  const failure = useSelector(flow, selectFailure)
  return failure?.code === 'PIN_INCORRECT' ? null : <FailureNotice failure={failure} />
}

type Props = {
  flow: ConfirmFlow
  error: string | undefined
  /** Nothing else is to be filled in: a code is sent at its last digit. */
  alone?: boolean
} & Omit<ComponentProps<typeof Field>, 'label'>

/**
 * The field for the pin, or for the code of the authenticator app, as soon as it is known which one. It takes the
 * focus when it comes, and again when it was wrong. Takes the props of a react-hook-form `register`.
 */
export function ConfirmationField({ flow, error, alone = false, ref, ...field }: Props) {
  const t = useText()
  const step = useSelector(flow, selectStep)
  const method = useSelector(flow, selectMethod)
  const failure = useSelector(flow, selectFailure)
  const submitting = useSelector(flow, selectSubmitting)
  const input = useRef<HTMLInputElement | null>(null)
  const shown = step === 'form'
  const wrong = failure?.code === 'PIN_INCORRECT'
  useEffect(() => {
    if (shown) input.current?.focus()
  }, [shown])
  useEffect(() => {
    if (!wrong) return
    input.current?.focus()
    input.current?.select()
  }, [wrong])

  if (step === 'loading') return <ConfirmationFieldSkeleton />
  if (step === 'unavailable') {
    return (
      <Button alignSelf="flex-start" onClick={() => flow.send({ type: 'retry' })}>
        {t('common.retry')}
      </Button>
    )
  }
  const props = {
    ...field,
    error: error ?? (wrong ? t('error.PIN_INCORRECT') : undefined),
    ref: (element: HTMLInputElement | null) => {
      if (typeof ref === 'function') ref(element)
      input.current = element
    },
  } satisfies Omit<FieldProps, 'label'>
  if (method === 'pin') {
    return <PasswordField label={t('confirm.pin')} autoComplete="off" maxLength={128} {...props} />
  }
  return (
    <CodeField
      alone={alone}
      label={t('confirm.code')}
      help={t('confirm.codeHelp')}
      readOnly={submitting}
      {...props}
    />
  )
}

/** The field's shape, while it is not known which one. */
export function ConfirmationFieldSkeleton() {
  return (
    <chakra.div aria-busy="true" display="flex" flexDirection="column" gap="3.5" pt="1">
      <Skeleton width="96px" />
      <Skeleton h="field" borderRadius="md" />
    </chakra.div>
  )
}
