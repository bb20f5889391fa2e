import * as v from '../../../../domain/valibot.ts'
import { api } from '../../../api/client.ts'
import { result } from '../../../api/result.ts'
import { FormDialog, useFormDialog } from '../../../forms/form-dialog.tsx'
import { SelectField } from '../../../forms/select-field.tsx'
import { useText } from '../../../i18n/text.ts'
import { followJob } from '../../../jobs/followed-jobs.ts'
import { useUser } from '../../../session/flow.ts'

const ages = ['7', '1', '0'] as const
const schema = v.object({ days: v.picklist(ages, 'required') })

/** Asks which unfinished uploads to abort, and starts the job that does it. */
export default function CleanUpDialog({ bucket, onClose }: { bucket: string; onClose: () => void }) {
  const t = useText()
  const { id: userId } = useUser()
  const form = useFormDialog({
    schema,
    defaultValues: { days: '7' },
    send: ({ days }) => result(api.POST('/bucket/abort-uploads', { body: { bucket, days: Number(days) } })),
    onSent: job => followJob(userId, job.id),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('bucket.overview.cleanUpTitle')}
      lead={t('bucket.overview.cleanUpLead')}
      action={t('bucket.overview.cleanUp')}
      danger
    >
      <SelectField label={t('bucket.overview.cleanUpAge')} data-autofocus {...form.methods.register('days')}>
        {ages.map(days => (
          <option key={days} value={days}>
            {t(`bucket.overview.age.${days}`)}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}
