import { valibotResolver } from '@hookform/resolvers/valibot'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { folderNameIssue, newFolderIssue } from '../../domain/object-key.ts'
import * as v from '../../domain/valibot.ts'
import type { Failure } from '../../machines/failure.ts'
import type { ObjectItem } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import type { Place } from '../buckets/folder-address.ts'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useClosing } from '../forms/use-closing.ts'
import { worthAsking } from '../forms/worth-asking.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/shell.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'

type Props = {
  place: Place
  /** Where it will be, in words. */
  parent: string
  isTaken: (name: string) => boolean
  onCreated: (folder: ObjectItem) => void
  onClose: () => void
}

const formOf = (prefix: string) =>
  v.object({
    name: v.pipe(
      v.string(),
      v.trim(),
      v.normalize('NFC'),
      v.issueOf(name => folderNameIssue(name) ?? newFolderIssue(`${prefix}${name}/`)),
    ),
  })

/** Asks for a name and makes the folder. */
export function NewFolderDialog({ place, parent, isTaken, onCreated, onClose }: Props) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  const input = useRef<HTMLInputElement | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: valibotResolver(formOf(place.prefix)),
    defaultValues: { name: '' },
  })
  const { ref, ...field } = register('name')
  const issue = formState.errors.name

  const create = handleSubmit(async ({ name }) => {
    if (isTaken(`${name}/`)) return setError('name', { message: 'taken' }, { shouldFocus: true })
    setFailure(null)
    const outcome = await result(
      api.POST('/objects/create-folder', {
        body: { bucket: place.bucket, folder: `${place.prefix}${name}/` },
      }),
    )
    if (!outcome.ok) return setFailure(outcome)
    onCreated(outcome.data)
    showToast('files.created', { about: name })
    close()
  })

  return (
    <FormDialog
      open={open}
      unsaved={worthAsking(formState.dirtyFields)}
      onClose={close}
      onExited={onExited}
      initialFocus={input}
      title={t('files.newTitle')}
      lead={t('files.inFolder', { name: parent })}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" form="new-folder" variant="main" loading={formState.isSubmitting}>
            {t('common.create')}
          </Button>
        </>
      }
    >
      <Form id="new-folder" onSubmit={create}>
        <FailureNotice failure={failure} />
        <Field
          label={t('files.folderName')}
          autoComplete="off"
          spellCheck={false}
          error={issue?.message === 'taken' ? t('files.folderExists') : fieldText(t, issue)}
          {...field}
          ref={(element: HTMLInputElement | null) => {
            ref(element)
            input.current = element
          }}
        />
      </Form>
    </FormDialog>
  )
}
