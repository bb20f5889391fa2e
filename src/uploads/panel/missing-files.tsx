import { chakra } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { selectActivity } from '../../../machines/upload-queue/selectors.ts'
import type { SelectedItem, UploadRow } from '../../../machines/upload-queue/types.ts'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { Button } from '../../ui/button.tsx'
import { usePickers } from '../picking/use-pickers.tsx'
import { uploadEvents, uploadsNow } from '../queue/uploads.ts'
import { allowedFiles, filesFor, rowsWithoutFile } from '../store/choose-again.ts'
import { useListedUploads, useUploads } from './use-uploads.ts'

const needsPermission = ({ reason }: UploadRow) => reason === 'PERMISSION_NEEDED'

/** Asks once for all files of earlier visits that the browser cannot open by itself. */
export function MissingFiles() {
  const t = useText()
  const table = useListedUploads(({ context }) => context.table)
  const rows = useMemo(() => rowsWithoutFile(table), [table])
  const locked = rows.filter(needsPermission)
  const missing = rows.length - locked.length
  const headSaysIt = useUploads(selectActivity) === 'interrupted' && locked.length === 0
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(false)
  const { pickFiles, pickFolder, inputs } = usePickers(items => void take(items), {
    files: 'uploads.chooseAgain',
    folder: 'uploads.chooseFolderAgain',
  })
  if (rows.length === 0) return null

  async function take(items: readonly SelectedItem[]) {
    setBusy(true)
    try {
      const found = await filesFor(rowsWithoutFile(uploadsNow().context.table), items)
      uploadEvents.filesChosen(found)
      const left = uploadsNow().context.table.missing
      showToast('uploads.chosenAgain', {
        values: { count: found.size, missing: left },
        severity: found.size === 0 ? 'warning' : 'info',
      })
    } finally {
      setBusy(false)
    }
  }

  async function allow() {
    const found = await allowedFiles(locked)
    if (found.size > 0) return uploadEvents.filesChosen(found)
    setRefused(true)
    showToast('uploads.notAllowed', { severity: 'warning' })
  }

  return (
    <chakra.div px="4" py="2" display="flex" flexDirection="column" gap="2" bg="warning.subtle">
      {locked.length > 0 && (
        <chakra.div display="flex" alignItems="center" gap="2">
          <chakra.span flex="1" textStyle="small">
            {t('uploads.needPermission', { count: locked.length })}
          </chakra.span>
          <Button size="sm" onClick={() => void allow()}>
            {t('uploads.allow')}
          </Button>
        </chakra.div>
      )}
      {(missing > 0 || refused) && (
        <>
          {missing > 0 && !headSaysIt && (
            <chakra.span textStyle="small">{t('uploads.missing', { count: missing })}</chakra.span>
          )}
          <chakra.div display="flex" gap="2">
            <Button size="sm" disabled={busy} onClick={pickFiles}>
              {t('uploads.chooseAgain')}
            </Button>
            <Button size="sm" disabled={busy} onClick={pickFolder}>
              {t('uploads.chooseFolderAgain')}
            </Button>
          </chakra.div>
        </>
      )}
      {inputs}
    </chakra.div>
  )
}
