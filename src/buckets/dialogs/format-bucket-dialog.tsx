import { useState } from 'react'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { Checkbox } from '../../forms/checkbox.tsx'
import { DeleteByNameDialog } from '../../forms/delete-by-name-dialog.tsx'
import { useText } from '../../i18n/text.ts'
import { followJob } from '../../jobs/followed-jobs.ts'
import { useUser } from '../../session/flow.ts'
import { ContentsNotice, holdsAnything, useContents } from './contents-notice.tsx'

/** Deletes the contents of a bucket, after its name was typed. */
export default function FormatBucketDialog({ bucket, onClose }: { bucket: string; onClose: () => void }) {
  const t = useText()
  const { id: userId } = useUser()
  const contents = useContents(bucket)
  const [bypass, setBypass] = useState(false)
  return (
    <DeleteByNameDialog
      title={t('format.title', { name: bucket })}
      lead={t('format.lead')}
      name={bucket}
      label={t('format.name', { name: bucket })}
      action={t('format.do')}
      empty={contents ? !holdsAnything(contents) : false}
      send={async () => {
        const body = { bucket, name: bucket, bypass_governance: bypass }
        const outcome = await result(api.DELETE('/format-bucket', { body }))
        if (outcome.ok) followJob(userId, outcome.data.id)
        return outcome
      }}
      onSent={() => undefined}
      onClose={onClose}
    >
      <ContentsNotice contents={contents} />
      {contents?.lock && (
        <Checkbox
          label={t('contents.bypass')}
          checked={bypass}
          onChange={event => setBypass(event.target.checked)}
        />
      )}
    </DeleteByNameDialog>
  )
}
