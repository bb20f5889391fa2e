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
import { ConfirmationField, ConfirmationFieldSkeleton } from '../confirm/confirmation-field.tsx'
import { useConfirmEvents } from '../confirm/events.ts'
import { type ConfirmFlow, useConfirmFlow } from '../confirm/provider.ts'
import { FormCheckbox } from '../forms/form-field.tsx'
import { StepForm } from '../forms/step-form.tsx'
import { useClosing } from '../forms/use-closing.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/shell.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { deleteBucket } from './delete-bucket.ts'
import { folderAddress } from './folder-address.ts'
import { bucketsKey } from './use-buckets.ts'
import { useEmptiness } from './use-emptiness.ts'

/** Deletes a bucket. One that holds something is not deleted: nothing but the way into it is offered then. */
export default function DeleteBucketDialog({ bucket, onClose }: { bucket: Bucket; onClose: () => void }) {
  const t = useText()
  const format = useFormats()
  const { open, close, onExited } = useClosing(onClose)
  const emptiness = useEmptiness(bucket.name)
  const flow = useDeletion(bucket, close)
  const full = emptiness === 'full'
  const { cancel } = useConfirmEvents(flow)
  const holds = { count: bucket.objects ?? 0, size: format.bytes(bucket.size ?? 0) }

  return (
    <Dialog
      open={open}
      onClose={cancel}
      onExited={onExited}
      role="alertdialog"
      title={t(full ? 'buckets.notEmptyTitle' : 'buckets.deleteTitle', { name: bucket.name })}
      lead={full ? undefined : t('buckets.deleteLead')}
      footer={
        full && (
          <>
            <Button onClick={cancel}>{t('common.cancel')}</Button>
            <LinkButton to={folderAddress({ bucket: bucket.name, prefix: '' })} variant="main">
              {t('buckets.openIt')}
            </LinkButton>
          </>
        )
      }
    >
      {full ? (
        <Notice severity="warning">
          {t(holds.count > 0 ? 'buckets.holds' : 'buckets.holdsSome', holds)} {t('buckets.emptyFirst')}
        </Notice>
      ) : (
        <DeletionForm bucket={bucket} flow={flow} waiting={emptiness === 'asking'} onCancel={cancel} />
      )}
    </Dialog>
  )
}

function useDeletion(bucket: Bucket, onEnd: () => void): ConfirmFlow {
  const client = useQueryClient()
  return useConfirmFlow({
    purpose: 'bucket',
    async confirm({ pin }) {
      const outcome = await deleteBucket(bucket.name, pin)
      if (!outcome.ok) return outcome
      await client.invalidateQueries({ queryKey: bucketsKey })
      showToast('buckets.deleted.toast', { about: bucket.name })
      return outcome
    },
    onEnd,
  })
}

type FormProps = { bucket: Bucket; flow: ConfirmFlow; waiting: boolean; onCancel: () => void }

/** The PIN, or a code of the authenticator app, and a tick. */
function DeletionForm({ bucket, flow, waiting, onCancel }: FormProps) {
  const t = useText()
  const { submit } = useConfirmEvents(flow)
  const method = useSelector(flow, selectMethod) ?? 'pin'
  const ready = useSelector(flow, selectReady)
  const form = useForm({
    resolver: valibotResolver(bucketDeletionOf(method)),
    defaultValues: { pin: '', confirm: false },
  })
  return (
    <StepForm
      form={form}
      onSubmit={({ pin }) => submit(pin)}
      failure={useSelector(flow, selectFailure)}
      fields={{ PIN_INCORRECT: 'pin' }}
      busy={useSelector(flow, selectSubmitting)}
      disabled={!ready || waiting}
      action={t('buckets.deleteDo')}
      danger
      back={{ text: t('common.cancel'), onClick: onCancel }}
    >
      {waiting ? (
        <ConfirmationFieldSkeleton />
      ) : (
        <>
          <ConfirmationField flow={flow} />
          <FormCheckbox name="confirm" label={t('buckets.deleteConfirm', { name: bucket.name })} />
        </>
      )}
    </StepForm>
  )
}
