import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { dayOf, endOfDay } from '../../domain/expiry-day.ts'
import { phoneOf, phoneText } from '../../domain/phone.ts'
import { type SubUserChange, subUserChange } from '../../domain/sub-user.ts'
import type { SubUser } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'
import { Field } from '../forms/field.tsx'
import { fieldIssues } from '../forms/field-issues.ts'
import { Form } from '../forms/form.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { PhoneField } from '../forms/phone-field.tsx'
import { useClosing } from '../forms/use-closing.ts'
import { worthAsking } from '../forms/worth-asking.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { ExpiryField } from '../people/expiry-field.tsx'
import { PermissionField } from '../people/permission-field.tsx'
import { showToast } from '../shell/shell.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { subUsersKey } from './use-sub-users.ts'

const fields = {
  fullName: 'fullName',
  permission: 'permission',
  phone: 'phone',
  expire_date: 'expiry',
} as const

/** Changes a sub-user's name, rights, phone and expiry. */
export default function EditSubUserDialog({ user, onClose }: { user: SubUser; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const { open, close, onExited } = useClosing(onClose)
  const input = useRef<HTMLInputElement | null>(null)
  const form = useForm<SubUserChange>({
    resolver: valibotResolver(subUserChange),
    defaultValues: {
      fullName: user.fullName,
      permission: user.permission,
      phone: phoneText(user.phone),
      expiry: dayOf(user.expire_date),
    },
  })
  const { register, handleSubmit, setError, formState } = form
  const { dirtyFields } = formState
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ fullName, permission, phone, expiry }: SubUserChange) =>
      dataOf(
        api.PUT('/user-management', {
          body: {
            id: user.id,
            fullName,
            permission,
            ...(dirtyFields.phone && { phone: phoneOf(phone) }),
            ...(dirtyFields.expiry && { expire_date: endOfDay(expiry) }),
          },
        }),
      ),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: subUsersKey })
      showToast('people.changed.toast', { about: user.fullName })
      close()
    },
    onError(error) {
      if (error.code === 'USER_NOT_FOUND') void client.invalidateQueries({ queryKey: subUsersKey })
      for (const [at, { field, message }] of fieldIssues(error.failure, fields).entries())
        setError(field, { message }, { shouldFocus: at === 0 })
    },
  })
  const { ref, ...fullName } = register('fullName')

  return (
    <FormDialog
      open={open}
      unsaved={worthAsking(formState.dirtyFields)}
      onClose={close}
      onExited={onExited}
      initialFocus={input}
      title={t('people.editTitle', { name: user.fullName })}
      lead={t('people.editLead')}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" form="edit-sub-user" variant="main" loading={isPending}>
            {t('people.save')}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <Form id="edit-sub-user" autoComplete="off" onSubmit={handleSubmit(values => mutate(values))}>
          {error && fieldIssues(error.failure, fields).length === 0 && (
            <FailureNotice failure={error.failure} />
          )}
          <Field
            label={t('people.fullName')}
            autoComplete="off"
            maxLength={100}
            error={fieldText(t, formState.errors.fullName)}
            {...fullName}
            ref={(element: HTMLInputElement | null) => {
              ref(element)
              input.current = element
            }}
          />
          <Field
            label={t('people.email')}
            value={user.email}
            readOnly
            help={t('people.emailFixed')}
            bg="bg.muted"
            color="fg.muted"
            borderColor="line.strong"
          />
          <PermissionField />
          <PhoneField />
          <ExpiryField />
        </Form>
      </FormProvider>
    </FormDialog>
  )
}
