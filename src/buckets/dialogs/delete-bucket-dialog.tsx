import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { type ReactNode, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { bucketDeletionOf } from '../../../domain/confirmation.ts'
import { selectFailure, selectSubmitting } from '../../../machines/attempt.ts'
import { selectMethod, selectProvider, selectReady } from '../../../machines/confirm-identity/selectors.ts'
import type { Bucket } from '../../../openapi/schema.ts'
import { ConfirmationField, ConfirmationFieldSkeleton } from '../../confirm/confirmation-field.tsx'
import { type ConfirmFlow, useConfirmEvents, useConfirmFlow } from '../../confirm/flow.ts'
import { Checkbox } from '../../forms/checkbox.tsx'
import { StepForm } from '../../forms/flow-form.tsx'
import { FormCheckbox } from '../../forms/form-field.tsx'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { showToast } from '../../shell/toast.ts'
import { providerName } from '../../site/providers.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Dialog, useClosing } from '../../ui/dialog.tsx'
import { folderAddress } from '../addresses.ts'
import { ContentsNotice, holdsAnything, useContents } from './contents-notice.tsx'
import { type DeletedContents, deleteBucket } from './delete-bucket.ts'

/** Deletes a bucket; if it is not empty, with all its contents, by a job. */
export default function DeleteBucketDialog({ bucket, onClose }: { bucket: Bucket; onClose: () => void }) {
  const t = useText()
  const { id: userId } = useUser()
  const { open, close, onExited } = useClosing(onClose)
  const contents = useContents(bucket.name)
  const full = Boolean(contents && holdsAnything(contents))
  const [bypass, setBypass] = useState(false)
  const deleted = full ? { user: userId, bypass } : null
  const flow = useDeletion(bucket, deleted, close)
  const { cancel } = useConfirmEvents(flow)

  return (
    <Dialog
      open={open}
      onClose={cancel}
      onExited={onExited}
      role="alertdialog"
      title={t(full ? 'contents.deleteTitle' : 'buckets.deleteTitle', { name: bucket.name })}
      lead={t('buckets.deleteLead')}
    >
      <DeletionForm
        bucket={bucket}
        flow={flow}
        waiting={contents === undefined}
        action={t(full ? 'contents.deleteDo' : 'buckets.deleteDo')}
        onCancel={cancel}
      >
        {full && (
          <ContentsNotice contents={contents}>
            <Anchor
              href={folderAddress({ bucket: bucket.name, prefix: '' })}
              display="inline-block"
              pt="1"
              color="fg.accent"
              textDecoration="underline"
            >
              {t('buckets.openIt')}
            </Anchor>
          </ContentsNotice>
        )}
        {full && contents?.lock && (
          <Checkbox
            label={t('contents.bypass')}
            checked={bypass}
            onChange={event => setBypass(event.target.checked)}
          />
        )}
      </DeletionForm>
    </Dialog>
  )
}

function useDeletion(bucket: Bucket, contents: DeletedContents | null, onEnd: () => void): ConfirmFlow {
  const latest = useRef(contents)
  latest.current = contents
  return useConfirmFlow({
    purpose: 'bucket',
    async confirm({ pin }) {
      const outcome = await deleteBucket(bucket.name, pin, latest.current)
      if (!outcome.ok) return outcome
      if (latest.current) return outcome
      showToast('buckets.deleted.toast', { about: bucket.name })
      return outcome
    },
    onEnd,
  })
}

type FormProps = {
  bucket: Bucket
  flow: ConfirmFlow
  waiting: boolean
  action: string
  onCancel: () => void
  children: ReactNode
}

/** The PIN, a code of the authenticator app, or a new sign-in, and a tick. */
function DeletionForm({ bucket, flow, waiting, action, onCancel, children }: FormProps) {
  const t = useText()
  const { submit, leaveForProvider } = useConfirmEvents(flow)
  const provider = useSelector(flow, selectProvider)
  const method = useSelector(flow, selectMethod) ?? 'pin'
  const ready = useSelector(flow, selectReady)
  const form = useForm({
    resolver: valibotResolver(bucketDeletionOf(method)),
    defaultValues: { pin: '', confirm: false },
  })
  return (
    <StepForm
      form={form}
      onSubmit={({ pin }) => (provider === null ? submit(pin) : leaveForProvider())}
      failure={useSelector(flow, selectFailure)}
      fields={{ PIN_INCORRECT: 'pin' }}
      busy={useSelector(flow, selectSubmitting)}
      disabled={!ready || waiting}
      action={provider === null ? action : t('sso.again', { name: providerName(provider) })}
      danger={provider === null}
      back={{ text: t('common.cancel'), onClick: onCancel }}
    >
      {waiting ? (
        <ConfirmationFieldSkeleton />
      ) : (
        <>
          {children}
          <ConfirmationField flow={flow} before={() => form.trigger('confirm')} />
          <FormCheckbox name="confirm" label={t('buckets.deleteConfirm', { name: bucket.name })} />
        </>
      )}
    </StepForm>
  )
}
