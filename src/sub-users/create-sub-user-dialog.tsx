import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { endOfDay } from '../../domain/expiry-day.ts'
import { phoneOf } from '../../domain/phone.ts'
import { type SubUserForm, subUserForm } from '../../domain/sub-user.ts'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'
import { Field } from '../forms/field.tsx'
import { fieldIssues } from '../forms/field-issues.ts'
import { Column, Columns, Form } from '../forms/form.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { PhoneField } from '../forms/phone-field.tsx'
import { useClosing } from '../forms/use-closing.ts'
import { worthAsking } from '../forms/worth-asking.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { ExpiryField } from '../people/expiry-field.tsx'
import { FirstPasswordFields } from '../people/first-password-fields.tsx'
import type { FirstSignIn } from '../people/hand-over-dialog.tsx'
import { PermissionField } from '../people/permission-field.tsx'
import { showToast } from '../shell/shell.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { subUsersKey } from './use-sub-users.ts'

/** The form's field of each field of the request, and of each code that is about one. */
const fields = {
  fullName: 'fullName',
  email: 'email',
  EMAIL_TAKEN: 'email',
  USER_TAKEN: 'email',
  permission: 'permission',
  password: 'password',
  phone: 'phone',
  expire_date: 'expiry',
} as const

type Props = {
  onClose: () => void
  /** Called instead of `onClose` when there is something to hand over. */
  onMade: (made: FirstSignIn) => void
}

/** Asks for everything about a new sub-user, and makes it. */
export default function CreateSubUserDialog({ onClose, onMade }: Props) {
  const t = useText()
  const client = useQueryClient()
  const made = useRef<FirstSignIn | null>(null)
  const { open, close, onExited } = useClosing(() => (made.current ? onMade(made.current) : onClose()))
  const input = useRef<HTMLInputElement | null>(null)
  const form = useForm<SubUserForm>({
    resolver: valibotResolver(subUserForm),
    // Without it the resolver stops at the first rule, and fields that must agree come last.
    criteriaMode: 'all',
    defaultValues: {
      fullName: '',
      email: '',
      permission: 'read',
      password: '',
      confirm: '',
      phone: '',
      expiry: '',
    },
  })
  const { register, handleSubmit, setError, formState } = form
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ confirm: _, phone, expiry, ...rest }: SubUserForm) =>
      dataOf(
        api.POST('/user-management', {
          body: { ...rest, phone: phoneOf(phone), expire_date: endOfDay(expiry) },
        }),
      ),
    async onSuccess(user, { password }) {
      made.current = { name: user.fullName, email: user.email, password }
      await client.invalidateQueries({ queryKey: subUsersKey })
      showToast('people.created.toast', { about: user.fullName })
      close()
    },
    onError(error) {
      for (const [at, { field, message }] of fieldIssues(error.failure, fields).entries())
        setError(field, { message }, { shouldFocus: at === 0 })
    },
  })
  const { ref, ...fullName } = register('fullName')
  const text = (name: keyof SubUserForm) => fieldText(t, formState.errors[name])

  /** Not while it is being made: the first password would be known to nobody. */
  const leave = () => {
    if (!isPending) close()
  }

  return (
    <FormDialog
      open={open}
      size="large"
      unsaved={worthAsking(formState.dirtyFields)}
      onClose={leave}
      onExited={onExited}
      initialFocus={input}
      title={t('people.createTitle')}
      lead={t('people.createLead')}
      footer={
        <>
          <Button onClick={leave}>{t('common.cancel')}</Button>
          <Button type="submit" form="create-sub-user" variant="main" loading={isPending}>
            {t('people.create')}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <Form id="create-sub-user" autoComplete="off" onSubmit={handleSubmit(values => mutate(values))}>
          {error && fieldIssues(error.failure, fields).length === 0 && (
            <FailureNotice failure={error.failure} />
          )}
          <Columns>
            <Column>
              <Field
                label={t('people.fullName')}
                autoComplete="off"
                maxLength={100}
                error={text('fullName')}
                {...fullName}
                ref={(element: HTMLInputElement | null) => {
                  ref(element)
                  input.current = element
                }}
              />
              <Field
                label={t('people.email')}
                type="email"
                autoComplete="off"
                error={text('email')}
                {...register('email')}
              />
              <PhoneField />
              <FirstPasswordFields />
            </Column>
            <Column>
              <PermissionField />
              <ExpiryField />
            </Column>
          </Columns>
        </Form>
      </FormProvider>
    </FormDialog>
  )
}
