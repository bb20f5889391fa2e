import { valibotResolver } from '@hookform/resolvers/valibot'
import { useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import { bucketDeletionOf } from '../../domain/confirmation.ts'
import {
  selectFailure,
  selectMethod,
  selectReady,
  selectSubmitting,
} from '../../machines/confirm-identity/selectors.ts'
import type { Bucket } from '../../openapi/schema.ts'
import { ConfirmationFailure, ConfirmationField } from '../confirm/confirmation-field.tsx'
import { useConfirmFlow } from '../confirm/use-confirm-flow.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/shell.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { useClosing } from '../ui/use-closing.ts'
import { deleteBucket } from './delete-bucket.ts'
import { bucketsKey } from './use-buckets.ts'

/** Deletes a bucket, against the pin, or a code of the authenticator app, and a tick. */
export default function DeleteBucketDialog({ bucket, onClose }: { bucket: Bucket; onClose: () => void }) {
  const t = useText()
  const format = useFormats()
  const client = useQueryClient()
  const { open, close, onExited } = useClosing(onClose)
  const flow = useConfirmFlow({
    purpose: 'bucket',
    async confirm({ pin }) {
      const outcome = await deleteBucket(bucket.name, pin)
      if (!outcome.ok) return outcome
      await client.invalidateQueries({ queryKey: bucketsKey })
      showToast('buckets.deleted.toast')
      return outcome
    },
    onEnd: close,
  })
  const method = useSelector(flow, selectMethod) ?? 'pin'
  const failure = useSelector(flow, selectFailure)
  const submitting = useSelector(flow, selectSubmitting)
  const ready = useSelector(flow, selectReady)
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(bucketDeletionOf(method)),
    defaultValues: { pin: '', confirm: false },
  })
  const cancel = () => flow.send({ type: 'cancel' })
  const holds = bucket.objects ?? 0

  return (
    <Dialog
      open={open}
      onClose={cancel}
      onExited={onExited}
      role="alertdialog"
      title={t('buckets.deleteTitle', { name: bucket.name })}
      lead={t('buckets.deleteLead')}
      footer={
        <>
          <Button onClick={cancel}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form="delete-bucket"
            variant="danger"
            loading={submitting}
            disabled={!ready && !submitting}
          >
            {t('buckets.deleteDo')}
          </Button>
        </>
      }
    >
      <Form id="delete-bucket" onSubmit={handleSubmit(({ pin }) => flow.send({ type: 'submit', pin }))}>
        {holds > 0 && (!failure || failure.code === 'PIN_INCORRECT') && (
          <Notice severity="warning">
            {t('buckets.deleteNotEmpty', { count: holds, size: format.bytes(bucket.size ?? 0) })}
          </Notice>
        )}
        <ConfirmationFailure flow={flow} />
        <ConfirmationField flow={flow} error={fieldText(t, formState.errors.pin)} {...register('pin')} />
        <Checkbox
          label={t('buckets.deleteConfirm', { name: bucket.name })}
          error={fieldText(t, formState.errors.confirm)}
          {...register('confirm')}
        />
      </Form>
    </Dialog>
  )
}
