import { chakra } from '@chakra-ui/react'
import { useRef } from 'react'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { NameText } from '../ui/name-text.tsx'
import { listedName } from '../uploads/picking/selection.ts'
import type { Question, Untold } from './use-adding.ts'

const shownNames = 5

const reasons = {
  'not allowed': 'files.conflictNotAllowed',
  'too many': 'files.conflictTooMany',
  'no answer': 'files.conflictNoAnswer',
} as const satisfies Record<Untold, MessageId>

/** Asks what to do with files whose names are taken. */
export function ConflictDialog({ question }: { question: Question | null }) {
  const t = useText()
  const main = useRef<HTMLButtonElement>(null)
  if (!question) return null
  const { conflicts, doubled, answer, close } = question
  if (typeof conflicts === 'string') {
    return (
      <ConfirmDialog
        open
        danger
        title={t('files.conflictUnknownTitle')}
        lead={t(reasons[conflicts])}
        action={t('files.uploadAnyway')}
        onConfirm={() => answer('replace')}
        onClose={close}
      />
    )
  }
  const folders = conflicts.some(conflict => conflict.folder)
  const files = conflicts.some(conflict => !conflict.folder)
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={close}
      initialFocus={main}
      title={
        conflicts.length > 0
          ? t('files.conflictTitle', { count: conflicts.length, name: conflicts[0]?.name ?? '' })
          : t('files.doubledTitle', { count: doubled.length, name: doubled[0]?.name ?? '' })
      }
      footer={
        <>
          <Button onClick={() => answer('skip')}>{t('files.skip')}</Button>
          <Button variant="danger" onClick={() => answer('replace')}>
            {t('files.replace')}
          </Button>
          <Button ref={main} variant="main" onClick={() => answer('keep-both')}>
            {t('files.keepBoth')}
          </Button>
        </>
      }
    >
      {conflicts.length + doubled.length > 1 && (
        <NameList names={[...new Set([...conflicts, ...doubled].map(listedName))]} />
      )}
      <chakra.div color="fg.muted">
        {files && <p>{t('files.conflictFiles')}</p>}
        {folders && <p>{t('files.conflictFolders')}</p>}
        {doubled.length > 0 && <p>{t('files.conflictDoubled')}</p>}
      </chakra.div>
    </Dialog>
  )
}

/** The first names of many. */
export function NameList({ names }: { names: readonly string[] }) {
  const t = useText()
  return (
    <chakra.ul textStyle="small" overflowWrap="anywhere">
      {names.slice(0, shownNames).map(name => (
        <li key={name}>
          <NameText name={name} />
        </li>
      ))}
      {names.length > shownNames && (
        <chakra.li color="fg.muted">{t('files.deleteMore', { count: names.length - shownNames })}</chakra.li>
      )}
    </chakra.ul>
  )
}
