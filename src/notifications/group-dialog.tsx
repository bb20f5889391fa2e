import { chakra } from '@chakra-ui/react'
import type { Ref } from 'react'
import { type FieldErrors, useController } from 'react-hook-form'
import { type AlertKind, alertKinds } from '../../domain/alerts.ts'
import { email } from '../../domain/email.ts'
import { canonicalEmail } from '../../domain/email-address.ts'
import { type NotificationGroupForm, notificationGroupForm } from '../../domain/notification-group.ts'
import * as v from '../../domain/valibot.ts'
import type { NotificationGroup } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiResult, result } from '../api/result.ts'
import { ChipsField } from '../forms/chips-field.tsx'
import { FormDialog, useFormDialog } from '../forms/form-dialog.tsx'
import { FormCheckbox, FormField } from '../forms/form-field.tsx'
import { Legend } from '../forms/radio-card.tsx'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/toast.ts'

type Props = {
  /** The group to change; null: a new one. */
  group: NotificationGroup | null
  onClose: () => void
}

export default function GroupDialog({ group, onClose }: Props) {
  const t = useText()
  const wants = (kind: AlertKind) => group?.alerts.includes(kind) ?? true
  const form = useFormDialog({
    schema: notificationGroupForm,
    defaultValues: {
      name: group?.name ?? '',
      emails: group?.emails ?? [],
      quota: wants('quota'),
      expiry: wants('expiry'),
    },
    fields: { NAME_TAKEN: 'name' },
    send({ name, emails, ...wanted }): Promise<ApiResult<unknown>> {
      const body = { name, emails, alerts: alertKinds.filter(kind => wanted[kind]) }
      return group
        ? result(api.PUT('/user/notification-groups/{id}', { params: { path: { id: group.id } }, body }))
        : result(api.POST('/user/notification-groups', { body }))
    },
    onSent(_, { name }) {
      showToast(group ? 'profile.updated' : 'groups.created', { about: name })
    },
    onClose,
  })
  const emails = useController({ control: form.methods.control, name: 'emails' })
  return (
    <FormDialog
      form={form}
      title={t(group ? 'groups.editTitle' : 'groups.addTitle')}
      lead={t('groups.dialogLead')}
      action={t(group ? 'profile.save' : 'groups.add')}
    >
      <FormField
        name="name"
        label={t('groups.name')}
        placeholder={t('groups.nameHint')}
        data-autofocus
        autoComplete="off"
      />
      <EmailsField
        initial={group?.emails ?? []}
        onEmails={emails.field.onChange}
        ref={emails.field.ref}
        error={fieldText(t, issueOf(form.methods.formState.errors.emails))}
      />
      <chakra.fieldset minW="0">
        <Legend>{t('groups.alerts')}</Legend>
        <chakra.div display="flex" flexDirection="column" gap="3">
          {alertKinds.map(kind => (
            <FormCheckbox
              key={kind}
              name={kind}
              label={t(`groups.alert.${kind}`)}
              help={t(`groups.alertHelp.${kind}`)}
            />
          ))}
        </chakra.div>
      </chakra.fieldset>
    </FormDialog>
  )
}

/** The issue of the addresses: of the list, or else of the first wrong one. */
function issueOf(errors: FieldErrors<NotificationGroupForm>['emails']): { message?: string } | undefined {
  return errors?.message === undefined && Array.isArray(errors) ? errors.find(each => each) : errors
}

type EmailsProps = {
  initial: readonly string[]
  /** Called with the addresses, including typed text that is not yet a chip. */
  onEmails: (emails: string[]) => void
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** `An <an@example.com>`, as copied from mail programs: only the address. */
const addressOf = (text: string) => text.replace(/^.*<(.+)>$/, '$1')

/** Addresses as chips, without duplicates in any form. */
function EmailsField({ initial, onEmails, error, ref }: EmailsProps) {
  const t = useText()
  return (
    <ChipsField
      label={t('groups.emails')}
      help={t('groups.emailsHint')}
      listLabel={t('groups.emailsOf')}
      removeLabel={address => t('groups.removeEmail', { email: address })}
      initial={initial}
      onValues={onEmails}
      wrong={address => (v.is(email, address) ? undefined : t('issue.email-invalid'))}
      clean={addressOf}
      same={canonicalEmail}
      inputMode="email"
      error={error}
      ref={ref}
    />
  )
}
