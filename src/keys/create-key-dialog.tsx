import { valibotResolver } from '@hookform/resolvers/valibot'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { label } from '../../domain/label.ts'
import * as v from '../../domain/valibot.ts'
import type { Failure } from '../../machines/failure.ts'
import type { AccessKey } from '../../openapi/schema.ts'
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
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'

const form = v.object({ name: label })

type Props = {
  confirmed: Confirmed
  /** The key is made: the only time that its secret is told. */
  onCreated: (made: { key: AccessKey; secret_key: string }) => void
  onClose: () => void
}

/** Asks for a name and makes the key. */
export default function CreateKeyDialog({ confirmed, onCreated, onClose }: Props) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  const input = useRef<HTMLInputElement | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(form),
    defaultValues: { name: '' },
  })
  const { ref, ...field } = register('name')

  const create = handleSubmit(async body => {
    setFailure(null)
    const outcome = await confirmed(() => result(api.POST('/user/access-key', { body })))
    if (!outcome) return
    if (!outcome.ok) return setFailure(outcome)
    onCreated(outcome.data)
  })

  return (
    <FormDialog
      open={open}
      unsaved={worthAsking(formState.dirtyFields)}
      onClose={close}
      onExited={onExited}
      initialFocus={input}
      title={t('keys.createTitle')}
      lead={t('keys.createLead')}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" form="create-key" variant="main" loading={formState.isSubmitting}>
            {t('keys.create')}
          </Button>
        </>
      }
    >
      <Form id="create-key" onSubmit={create}>
        <FailureNotice failure={failure} />
        <Field
          label={t('keys.nameField')}
          placeholder={t('keys.nameHint')}
          autoComplete="off"
          maxLength={100}
          error={fieldText(t, formState.errors.name)}
          {...field}
          ref={(element: HTMLInputElement | null) => {
            ref(element)
            input.current = element
          }}
        />
      </Form>
    </FormDialog>
  )
}
