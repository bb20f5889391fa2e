import { valibotResolver } from '@hookform/resolvers/valibot'
import { useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { comingDay, endOfDay } from '../../domain/expiry-day.ts'
import { label } from '../../domain/label.ts'
import { includes } from '../../domain/permissions.ts'
import { permissions } from '../../domain/sub-user.ts'
import * as v from '../../domain/valibot.ts'
import type { Failure } from '../../machines/failure.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import type { Confirmed } from '../confirm/use-confirmed.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useClosing } from '../forms/use-closing.ts'
import { worthAsking } from '../forms/worth-asking.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { ExpiryField } from '../people/expiry-field.tsx'
import { PermissionField } from '../people/permission-field.tsx'
import { useUser } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'

const form = v.object({ name: label, permission: v.picklist(permissions, 'required'), expiry: comingDay })

type Props = {
  confirmed: Confirmed
  /** The client is made: the only time that its token is told. */
  onCreated: (token: string) => void
  onClose: () => void
}

/** Asks for name, permission and last day, and makes the client. */
export default function CreateClientDialog({ confirmed, onCreated, onClose }: Props) {
  const t = useText()
  const user = useUser()
  const { open, close, onExited } = useClosing(onClose)
  const input = useRef<HTMLInputElement | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const offered = permissions.filter(permission => includes(user.permission, permission))
  const methods = useForm({
    resolver: valibotResolver(form),
    defaultValues: { name: '', permission: offered[0]!, expiry: '' },
  })
  const { register, handleSubmit, formState } = methods
  const { ref, ...field } = register('name')

  const create = handleSubmit(async ({ expiry, ...rest }) => {
    setFailure(null)
    const body = { ...rest, expire_date: endOfDay(expiry) }
    const outcome = await confirmed(() => result(api.POST('/user/api-client', { body })))
    if (!outcome) return
    if (!outcome.ok) return setFailure(outcome)
    onCreated(outcome.data.token)
  })

  return (
    <FormDialog
      open={open}
      unsaved={worthAsking(formState.dirtyFields)}
      onClose={close}
      onExited={onExited}
      initialFocus={input}
      title={t('clients.createTitle')}
      lead={t('clients.createLead')}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" form="create-client" variant="main" loading={formState.isSubmitting}>
            {t('clients.create')}
          </Button>
        </>
      }
    >
      <FormProvider {...methods}>
        <Form id="create-client" onSubmit={create}>
          <FailureNotice failure={failure} />
          <Field
            label={t('clients.nameField')}
            placeholder={t('clients.nameHint')}
            autoComplete="off"
            maxLength={100}
            error={fieldText(t, formState.errors.name)}
            {...field}
            ref={(element: HTMLInputElement | null) => {
              ref(element)
              input.current = element
            }}
          />
          <PermissionField offered={offered} />
          <ExpiryField />
        </Form>
      </FormProvider>
    </FormDialog>
  )
}
