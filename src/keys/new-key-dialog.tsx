import { chakra } from '@chakra-ui/react'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ShownOnce } from '../forms/leave-question.tsx'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { CopyValue } from '../ui/copy.tsx'
import { Dialog, useClosing } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Snippet } from './snippet.tsx'
import { awsSnippet, credentialsFile, rcloneSnippet, type S3Access } from './snippets.ts'

const programs = { aws: awsSnippet, rclone: rcloneSnippet } as const
type Program = keyof typeof programs

/** Shows a new key with its secret until the user confirms having saved it. */
export default function NewKeyDialog({ access, onClose }: { access: S3Access; onClose: () => void }) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  const [program, setProgram] = useState<Program>('aws')
  return (
    <Dialog
      open={open}
      size="large"
      onExited={onExited}
      title={t('keys.createdTitle')}
      footer={
        <>
          <Button onClick={() => saveFile(`credentials-${access.accessKey}.txt`, credentialsFile(access))}>
            <Download />
            {t('keys.download')}
          </Button>
          <Button variant="main" onClick={close}>
            {t('keys.done')}
          </Button>
        </>
      }
    >
      <ShownOnce />
      <chakra.div data-autofocus tabIndex={-1} outline="none">
        <Notice severity="warning">{t('keys.createdLead')}</Notice>
      </chakra.div>
      <CopyValue label={t('keys.accessKey')} value={access.accessKey} />
      <CopyValue label={t('keys.secretKey')} value={access.secretKey} />
      <chakra.div minW="0">
        <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3" mb="1.5">
          <chakra.span id="set-up-label" textStyle="label">
            {t('keys.setUp')}
          </chakra.span>
          <chakra.div role="group" aria-labelledby="set-up-label" display="flex" gap="1">
            {(Object.keys(programs) as Program[]).map(each => (
              <Button
                key={each}
                size="sm"
                variant="quiet"
                aria-pressed={each === program}
                bg={each === program ? 'bg.selected' : undefined}
                color={each === program ? 'fg.accent' : 'fg.muted'}
                onClick={() => setProgram(each)}
              >
                {each}
              </Button>
            ))}
          </chakra.div>
        </chakra.div>
        <Snippet label={`${t('keys.setUp')}: ${program}`} text={programs[program](access)} />
      </chakra.div>
    </Dialog>
  )
}
