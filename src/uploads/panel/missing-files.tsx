import { chakra } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { selectMissing } from '../../../machines/upload-queue/selectors.ts'
import type { SelectedItem, UploadRow } from '../../../machines/upload-queue/types.ts'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { Button } from '../../ui/button.tsx'
import { usePickers } from '../picking/use-pickers.tsx'
import { continueRecognised } from '../queue/continue-recognised.ts'
import { uploadEvents, uploadsNow } from '../queue/uploads.ts'
import { allowedFiles, lackingIn, mayReadAgain, recognise } from '../store/choose-again.ts'
import { useListedUploads } from './use-uploads.ts'

const needsPermission = ({ reason }: Pick<UploadRow, 'reason'>) => reason === 'PERMISSION_NEEDED'

/** Asks once for all that was interrupted and that the browser cannot open by itself. */
export function MissingFiles() {
  const t = useText()
  const table = useListedUploads(({ context }) => context.table)
  const unread = useListedUploads(({ context }) => context.unread)
  const lacking = useMemo(() => lackingIn({ table, unread }), [table, unread])
  const all = [...lacking.rows, ...lacking.unread]
  const locked = all.filter(needsPermission).length
  const toChoose = all.filter(
    ({ reason }) => reason !== 'PERMISSION_NEEDED' && reason !== 'UNREADABLE',
  ).length
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(false)
  const { pickFiles, pickFolder, inputs } = usePickers(items => void take(items), {
    files: 'uploads.chooseAgain',
    folder: 'uploads.chooseFolderAgain',
  })
  if (locked + toChoose === 0) return null

  async function take(items: readonly SelectedItem[]) {
    setBusy(true)
    try {
      const found = await recognise(items, lackingIn(uploadsNow().context), { byName: true })
      if (continueRecognised(found)) return
      const missing = selectMissing(uploadsNow())
      showToast('uploads.chosenAgain', { values: { count: 0, missing }, severity: 'warning' })
    } finally {
      setBusy(false)
    }
  }

  async function allow() {
    const found = await allowedFiles(lacking.rows.filter(needsPermission))
    if (found.size > 0) uploadEvents.filesChosen(found)
    let allowed = found.size
    for (const unread of lacking.unread.filter(needsPermission)) {
      if (!(await mayReadAgain(unread))) continue
      uploadEvents.readAgain(unread.id)
      allowed++
    }
    if (allowed > 0) return
    setRefused(true)
    showToast('uploads.notAllowed', { severity: 'warning' })
  }

  return (
    <chakra.div px="4" py="2" display="flex" flexDirection="column" gap="2" bg="warning.subtle">
      {locked > 0 && (
        <chakra.div display="flex" alignItems="center" gap="2">
          <chakra.span flex="1" textStyle="small">
            {t('uploads.needPermission')}
          </chakra.span>
          <Button size="sm" onClick={() => void allow()}>
            {t('uploads.goOn')}
          </Button>
        </chakra.div>
      )}
      {(toChoose > 0 || refused) && (
        <>
          <chakra.span textStyle="small">{t('uploads.chooseToGoOn')}</chakra.span>
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
