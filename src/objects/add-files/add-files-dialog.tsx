import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { listedName } from '../../../machines/add-files/rules.ts'
import {
  selectConflicts,
  selectCurrent,
  selectDuplicates,
  selectFailure,
  selectIsChecking,
  selectQuestion,
} from '../../../machines/add-files/selectors.ts'
import { folderName } from '../../buckets/folder-address.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { NameList } from '../../ui/name-list.tsx'
import { CheckingNames } from './checking-names.tsx'
import { addFilesEvents, addFilesFlow } from './flow.ts'

/** The questions and the progress while files are added. */
export default function AddFilesDialog() {
  const question = useSelector(addFilesFlow, selectQuestion)
  const checking = useSelector(addFilesFlow, selectIsChecking)
  const current = useSelector(addFilesFlow, selectCurrent)
  if (!current) return null
  const folder = folderName(current)
  if (checking) return <CheckingNames folder={folder} />
  if (question === 'names') return <TakenNames folder={folder} />
  if (question === 'unseen names') return <UnseenNames folder={folder} />
  return question && <LookUpFailed folder={folder} />
}

function TakenNames({ folder }: { folder: string }) {
  const t = useText()
  const conflicts = useSelector(addFilesFlow, selectConflicts)
  const duplicates = useSelector(addFilesFlow, selectDuplicates)
  const folders = conflicts.some(conflict => conflict.folder)
  const files = conflicts.some(conflict => !conflict.folder)
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={addFilesEvents.cancel}
      title={
        conflicts.length > 0
          ? t('files.conflictTitle', { count: conflicts.length, name: conflicts[0]?.name ?? '' })
          : t('files.duplicatesTitle', { count: duplicates.length, name: duplicates[0]?.name ?? '' })
      }
      lead={t('files.inFolder', { name: folder })}
      footer={
        <>
          <Button onClick={() => addFilesEvents.choose('skip')}>{t('files.skip')}</Button>
          <Button variant="danger" onClick={() => addFilesEvents.choose('replace')}>
            {t('files.replace')}
          </Button>
          <Button data-autofocus variant="main" onClick={() => addFilesEvents.choose('keep-both')}>
            {t('files.keepBoth')}
          </Button>
        </>
      }
    >
      {conflicts.length + duplicates.length > 1 && (
        <NameList names={[...new Set([...conflicts, ...duplicates].map(listedName))]} />
      )}
      <chakra.div color="fg.muted">
        {files && <p>{t('files.conflictFiles')}</p>}
        {folders && <p>{t('files.conflictFolders')}</p>}
        {duplicates.length > 0 && <p>{t('files.conflictDuplicates')}</p>}
      </chakra.div>
    </Dialog>
  )
}

function UnseenNames({ folder }: { folder: string }) {
  const t = useText()
  const failure = useSelector(addFilesFlow, selectFailure)
  return (
    <ConfirmDialog
      open
      danger
      title={t('files.conflictUnknownTitle')}
      lead={t('files.inFolder', { name: folder })}
      action={t('files.uploadAnyway')}
      onConfirm={addFilesEvents.uploadAnyway}
      onClose={addFilesEvents.cancel}
    >
      <p>{t(failure?.code === 'TOO_MANY_NAMES' ? 'files.conflictTooMany' : 'files.conflictNotAllowed')}</p>
    </ConfirmDialog>
  )
}

function LookUpFailed({ folder }: { folder: string }) {
  const t = useText()
  const failure = useSelector(addFilesFlow, selectFailure)
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={addFilesEvents.cancel}
      title={t('files.lookUpFailed')}
      lead={t('files.inFolder', { name: folder })}
      footer={
        <>
          <Button onClick={addFilesEvents.cancel}>{t('common.cancel')}</Button>
          <Button variant="danger" onClick={addFilesEvents.uploadAnyway}>
            {t('files.uploadAnyway')}
          </Button>
          <Button data-autofocus variant="main" onClick={addFilesEvents.retry}>
            {t('common.retry')}
          </Button>
        </>
      }
    >
      {failure && failure.code !== 'TOO_MANY_NAMES' && <FailureNotice failure={failure} />}
      <p>{t('files.conflictNoAnswer')}</p>
    </Dialog>
  )
}
