import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { listedName } from '../../../machines/add-files/rules.ts'
import {
  selectCheck,
  selectConflicts,
  selectCurrent,
  selectDuplicates,
  selectFailure,
  selectFit,
  selectQuestion,
} from '../../../machines/add-files/selectors.ts'
import { folderName, type Place } from '../../buckets/addresses.ts'
import { useVersioning } from '../../buckets/queries.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { Button, Spinner } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/failure.tsx'
import { NameList } from '../../ui/name-text.tsx'
import { FloatingCard } from '../../ui/notice.tsx'
import { addFilesEvents, addFilesFlow } from './flow.ts'

export default function AddFilesDialog() {
  const t = useText()
  const question = useSelector(addFilesFlow, selectQuestion)
  const check = useSelector(addFilesFlow, selectCheck)
  const current = useSelector(addFilesFlow, selectCurrent)
  if (!current) return null
  const folder = folderName(current)
  if (check) {
    return (
      <Checking>
        {check === 'names' ? t('files.checkingNames', { name: folder }) : t('files.checkingSizes')}
      </Checking>
    )
  }
  if (question === 'names') return <TakenNames bucket={current.bucket} folder={folder} />
  if (question === 'unseen names') return <UnseenNames folder={folder} />
  if (question === 'space') return <TooLittleSpace current={current} />
  return question && <LookUpFailed folder={folder} />
}

function TakenNames({ bucket, folder }: { bucket: string; folder: string }) {
  const t = useText()
  const kept = useVersioning(bucket) === 'enabled'
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
          {conflicts.length > 0 && (
            <Button onClick={() => addFilesEvents.choose('compare')}>{t('files.replaceChanged')}</Button>
          )}
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
        {files && <p>{t(kept ? 'files.conflictFilesKept' : 'files.conflictFiles')}</p>}
        {folders && <p>{t('files.conflictFolders')}</p>}
        {conflicts.length > 0 && <p>{t('files.conflictChanged')}</p>}
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

function TooLittleSpace({ current }: { current: Place }) {
  const t = useText()
  const format = useFormats()
  const fit = useSelector(addFilesFlow, selectFit)
  if (!fit) return null
  const { fitting, others, needed, free, underWay } = fit
  const some = fitting.length > 0
  const count = fitting.length + others.length
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={addFilesEvents.cancel}
      title={t('error.NOT_ENOUGH_STORAGE')}
      lead={t('files.inFolder', { name: folderName(current) })}
      footer={
        <>
          <Button data-autofocus onClick={addFilesEvents.cancel}>
            {t(some ? 'common.cancel' : 'common.close')}
          </Button>
          {some && (
            <Button variant="main" onClick={addFilesEvents.uploadWhatFits}>
              {t('files.uploadWhatFits')}
            </Button>
          )}
        </>
      }
    >
      <p>
        {t('files.tooLittleSpace', { count, needed: format.bytes(needed), free: format.bytes(free) })}{' '}
        {underWay > 0 && t('files.spaceUnderWay', { size: format.bytes(underWay) })}
      </p>
      {some ? (
        <chakra.div display="flex" flexDirection="column" gap="2">
          <p>{t('files.someFit', { count, fitting: fitting.length, others: others.length })}</p>
          <NameList names={[...new Set(others.map(({ key }) => key.slice(current.prefix.length)))]} />
        </chakra.div>
      ) : (
        <p>{t('files.noneFits', { count })}</p>
      )}
    </Dialog>
  )
}

/** Shows what is being checked, after a short delay. */
function Checking({ children }: { children: string }) {
  const t = useText()
  return (
    <chakra.div
      position="fixed"
      zIndex="panel"
      bottom="calc(var(--tray-room, 0px) + 24px)"
      insetInline="4"
      display="flex"
      justifyContent="center"
      pointerEvents="none"
      animation="appear 150ms 400ms ease-out both"
    >
      <FloatingCard role="status">
        <Spinner />
        <chakra.span flex="1" minW="0" overflowWrap="anywhere">
          {children}
        </chakra.span>
        <Button size="sm" onClick={addFilesEvents.cancel}>
          {t('common.cancel')}
        </Button>
      </FloatingCard>
    </chakra.div>
  )
}
