import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type FieldErrors, useController, useForm } from 'react-hook-form'
import { type NotificationGroupForm, notificationGroupForm } from '../../domain/notification-group.ts'
import type { NotificationGroup } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useClosing } from '../forms/use-closing.ts'
import { worthAsking } from '../forms/worth-asking.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/shell.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { EmailsField } from './emails-field.tsx'
import { groupsKey } from './use-groups.ts'

type Props = {
  /** The group to change; null: a new one. */
  group: NotificationGroup | null
  onClose: () => void
}

/** Adds a notification group, or changes one. */
export default function GroupDialog({ group, onClose }: Props) {
  const t = useText()
  const client = useQueryClient()
  const { open, close, onExited } = useClosing(onClose)
  const input = useRef<HTMLInputElement | null>(null)
  const { register, handleSubmit, control, setError, formState } = useForm({
    resolver: valibotResolver(notificationGroupForm),
    defaultValues: { name: group?.name ?? '', emails: group?.emails ?? [] },
  })
  const emails = useController({ control, name: 'emails' })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: NotificationGroupForm): Promise<unknown> =>
      group
        ? dataOf(api.PUT('/user/notification-groups/{id}', { params: { path: { id: group.id } }, body }))
        : dataOf(api.POST('/user/notification-groups', { body })),
    async onSuccess(_, { name }) {
      await client.invalidateQueries({ queryKey: groupsKey })
      showToast(group ? 'profile.updated' : 'groups.created', { about: name })
      close()
    },
    onError({ code }) {
      if (code === 'NAME_TAKEN') setError('name', { message: code }, { shouldFocus: true })
    },
  })
  const { ref, ...name } = register('name')

  return (
    <FormDialog
      open={open}
      unsaved={worthAsking(formState.dirtyFields)}
      onClose={close}
      onExited={onExited}
      initialFocus={input}
      title={t(group ? 'groups.editTitle' : 'groups.addTitle')}
      lead={t('groups.dialogLead')}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" form="notification-group" variant="main" loading={isPending}>
            {t(group ? 'profile.save' : 'groups.add')}
          </Button>
        </>
      }
    >
      <Form id="notification-group" onSubmit={handleSubmit(form => mutate(form))}>
        {error && error.code !== 'NAME_TAKEN' && <FailureNotice failure={error.failure} />}
        <Field
          label={t('groups.name')}
          placeholder={t('groups.nameHint')}
          autoComplete="off"
          error={fieldText(t, formState.errors.name)}
          {...name}
          ref={(element: HTMLInputElement | null) => {
            ref(element)
            input.current = element
          }}
        />
        <EmailsField
          initial={group?.emails ?? []}
          onEmails={emails.field.onChange}
          ref={emails.field.ref}
          error={fieldText(t, issueOf(formState.errors.emails))}
        />
      </Form>
    </FormDialog>
  )
}

/** What is wrong with the addresses: of the list, or else of the first wrong one. */
function issueOf(errors: FieldErrors<NotificationGroupForm>['emails']): { message?: string } | undefined {
  return errors?.message === undefined && Array.isArray(errors) ? errors.find(each => each) : errors
}
