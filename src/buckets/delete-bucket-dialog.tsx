import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { Bucket } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiError, dataOf } from '../api/result.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/shell.ts'
import { Button } from '../ui/button.tsx'
import { CallFailure } from '../ui/call-failure.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useClosing } from '../ui/use-closing.ts'
import { bucketsKey } from './use-buckets.ts'

/** The fields that a code is shown beside. */
const fieldOf = { PIN_INCORRECT: 'pin', CONFIRM_REQUIRED: 'confirm' } as const
const ofField = (code: string): code is keyof typeof fieldOf => code in fieldOf

/** Deletes a bucket, against the pin and a tick. */
export default function DeleteBucketDialog({ bucket, onClose }: { bucket: Bucket; onClose: () => void }) {
  const t = useText()
  const format = useFormats()
  const client = useQueryClient()
  const { open, close, onExited } = useClosing(onClose)
  const input = useRef<HTMLInputElement | null>(null)
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { pin: '', confirm: false },
  })
  const { mutate, isPending, error } = useMutation<unknown, ApiError, { pin: string; confirm: boolean }>({
    mutationFn: form => dataOf(api.DELETE('/bucket', { body: { bucket: bucket.name, ...form } })),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: bucketsKey })
      showToast('buckets.deleted.toast')
      close()
    },
    onError({ code }) {
      if (ofField(code)) setError(fieldOf[code], { message: code }, { shouldFocus: true })
    },
  })
  const { ref, ...pin } = register('pin', { required: 'required' })
  const holds = bucket.objects ?? 0

  return (
    <Dialog
      open={open}
      onClose={close}
      onExited={onExited}
      initialFocus={input}
      role="alertdialog"
      title={t('buckets.deleteTitle', { name: bucket.name })}
      lead={t('buckets.deleteLead')}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" form="delete-bucket" variant="danger" loading={isPending}>
            {t('buckets.deleteDo')}
          </Button>
        </>
      }
    >
      <Form id="delete-bucket" onSubmit={handleSubmit(form => mutate(form))}>
        {error && !ofField(error.code) ? (
          <CallFailure failure={error} />
        ) : (
          holds > 0 && (
            <Notice severity="warning">
              {t('buckets.deleteNotEmpty', { count: holds, size: format.bytes(bucket.size ?? 0) })}
            </Notice>
          )
        )}
        <PasswordField
          label={t('buckets.deletePin')}
          autoComplete="off"
          error={fieldText(t, formState.errors.pin)}
          {...pin}
          ref={(element: HTMLInputElement | null) => {
            ref(element)
            input.current = element
          }}
        />
        <Checkbox
          label={t('buckets.deleteConfirm', { name: bucket.name })}
          error={fieldText(t, formState.errors.confirm)}
          {...register('confirm', { required: 'confirm' })}
        />
      </Form>
    </Dialog>
  )
}
