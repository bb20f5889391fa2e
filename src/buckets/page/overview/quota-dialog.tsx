import { quotaBytes, quotaChange, quotaForm } from '../../../../domain/account.ts'
import type { BucketQuota } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { result } from '../../../api/result.ts'
import { FormDialog, useFormDialog } from '../../../forms/form-dialog.tsx'
import { QuotaField } from '../../../forms/quota-field.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/text.ts'
import { showToast } from '../../../shell/toast.ts'

type Props = { bucket: string; stored: BucketQuota; onClose: () => void }

export default function QuotaDialog({ bucket, stored, onClose }: Props) {
  const t = useText()
  const format = useFormats()
  const form = useFormDialog({
    schema: quotaChange,
    defaultValues: quotaForm(stored.quota, format.decimalSign),
    basedOn: {
      revision: stored.revision,
      readAgain: () => result(api.GET('/bucket/quota', { params: { query: { bucket } } })),
      toValues: ({ quota }) => quotaForm(quota, format.decimalSign),
      meaning: quotaBytes,
      describe(values) {
        const quota = quotaBytes(values)
        return quota === null ? t('bucket.quota.none') : format.bytes(quota)
      },
    },
    fields: { quota: 'amount' },
    send: (values, _, revision) =>
      result(
        api.PUT('/bucket/quota', {
          body: { bucket, quota: quotaBytes(values), revision },
        }),
      ),
    onSent() {
      showToast('bucket.saved')
    },
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('bucket.quota.title', { name: bucket })}
      lead={t('bucket.quota.lead')}
      action={t('bucket.quota.save')}
    >
      <QuotaField usage={stored.usage} />
    </FormDialog>
  )
}
