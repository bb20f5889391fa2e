import { chakra } from '@chakra-ui/react'
import { ArrowRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import type { Issue } from '../../../domain/issue.ts'
import { keyIssue } from '../../../domain/object-key.ts'
import { folderAddress } from '../../buckets/addresses.ts'
import { Field } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import { issueText } from '../../i18n/error-text.ts'
import { useText } from '../../i18n/text.ts'
import { EmptyFolder } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { UploadButtons, type Uploads } from './nothing-listed.tsx'

/** For users who may upload but not list. */
export default function UploadOnlyFolder({ bucket, uploads }: { bucket: string; uploads: Uploads }) {
  const t = useText()
  return (
    <EmptyState
      drawing={<EmptyFolder />}
      title={t('files.blind.title')}
      lead={t('files.blind.lead')}
      action={
        <>
          <UploadButtons {...uploads} />
          <OpenPath bucket={bucket} />
        </>
      }
    />
  )
}

/** Opens a folder by its path, for users who cannot list. */
function OpenPath({ bucket }: { bucket: string }) {
  const t = useText()
  const [, navigate] = useLocation()
  const [path, setPath] = useState('')
  const [issue, setIssue] = useState<Issue>()

  function open(event: FormEvent) {
    event.preventDefault()
    const prefix = `${path.trim().replace(/^\/+|\/+$/g, '')}/`.normalize('NFC').replace(/^\/$/, '')
    const found = prefix === '' ? null : keyIssue(prefix)
    if (found) return setIssue(found)
    setPath('')
    navigate(folderAddress({ bucket, prefix }))
  }

  return (
    <Form onSubmit={open}>
      <chakra.div textAlign="start" width={{ base: 'full', sm: '440px' }} mx="auto" mt="6">
        <Field
          label={t('files.openPath')}
          help={t('files.openPathHelp')}
          autoComplete="off"
          spellCheck={false}
          value={path}
          error={issueText(t, issue)}
          onChange={event => {
            setPath(event.target.value)
            setIssue(undefined)
          }}
          end={
            <IconButton size="sm" type="submit" label={t('files.openPathDo')}>
              <ArrowRight />
            </IconButton>
          }
        />
      </chakra.div>
    </Form>
  )
}
