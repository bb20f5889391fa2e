import type { SubUser } from '../../../openapi/schema.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { BegunDownloads } from '../begun-downloads.tsx'
import { Consequences } from '../consequences.tsx'
import { PlannedDialog } from './planned-dialog.tsx'
import { changedAtOnce, linesOf, type PersonLine, sendMany } from './send-many.ts'
import { usePlannedLines } from './use-planned-lines.ts'

type Props = { users: readonly SubUser[]; onClose: () => void }

/** Deletes sub-users, after explaining what stops working and showing who they are. */
export default function DeleteManyDialog({ users, onClose }: Props) {
  const t = useText()
  const planned = usePlannedLines<PersonLine>({
    send: (lines, preview) => sendMany(lines, { act: 'delete', preview }),
    atOnce: changedAtOnce,
  })
  return (
    <PlannedDialog
      danger
      of={planned}
      title={t('many.deleteTitle', { count: users.length })}
      action={t('many.deleteDo', { count: planned.left })}
      lead={t('many.deleteLead')}
      next={
        <Button
          variant="main"
          loading={planned.step.at === 'reading'}
          onClick={() => void planned.preview(async () => linesOf(users))}
        >
          {t('many.deleteNext')}
        </Button>
      }
      onClose={onClose}
    >
      <Consequences
        lines={[
          t('many.deleteSessions'),
          t('many.deleteKeys'),
          t('many.deleteClients'),
          t('many.deleteFiles'),
        ]}
      />
      <BegunDownloads />
    </PlannedDialog>
  )
}
