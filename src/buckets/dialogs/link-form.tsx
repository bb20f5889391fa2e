import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { fileLinkForm, linkLives } from '../../../domain/file-link.ts'
import type { Failure } from '../../../machines/failure.ts'
import { selectEntries, selectPath } from '../../../machines/picker/selectors.ts'
import type { SignedUrl } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { Form } from '../../forms/form.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { useFieldFailure } from '../../forms/use-field-failure.ts'
import { fieldText } from '../../i18n/error-text.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { usePicker, usePickerEvents } from '../../picker/flow.ts'
import { PathPicker } from '../../picker/path-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyValue } from '../../ui/copy-value.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QrCode } from '../../ui/qr-code.tsx'

const focus = (element: HTMLElement | null) => element?.focus()

const fields = { OBJECT_NOT_FOUND: 'path', expires_in: 'life' } as const

type Props = {
  bucket: string
  /** Whether the list of files is shown at first. */
  browses?: boolean
  /** The file selected at first. */
  file?: string
}

export function LinkForm({ bucket, browses = false, file = '' }: Props) {
  const t = useText()
  const format = useFormats()
  /** The last link, and the input it was generated for. */
  const [answer, setAnswer] = useState<{ path: string; life: string; link: SignedUrl } | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const form = useForm({
    resolver: valibotResolver(fileLinkForm),
    defaultValues: { path: file, life: '86400' as (typeof linkLives)[number] },
  })
  const other = useFieldFailure(form, failure, fields)
  const picker = usePicker({ bucket, wanted: 'file', path: file })
  const { open, close } = usePickerEvents(picker)
  const path = useSelector(picker, selectPath)
  const entries = useSelector(picker, selectEntries)
  const life = useWatch({ control: form.control, name: 'life' })
  const link = answer?.path === path && answer.life === life ? answer.link : null
  const { setValue, formState } = form
  const { isSubmitted } = formState
  // biome-ignore lint/correctness/useExhaustiveDependencies: to validate once more when it is sent would take back what the server says of the path
  useEffect(() => setValue('path', path, { shouldValidate: isSubmitted }), [setValue, path])
  useEffect(() => {
    if (browses) open()
  }, [browses, open])
  const made = useRef<HTMLDivElement>(null)
  // Its first button copies it: focus it for the next key press.
  useEffect(() => {
    if (!link) return
    made.current?.querySelector('button')?.focus()
    made.current?.scrollIntoView({ block: 'end' })
  }, [link])

  const submit = form.handleSubmit(async ({ path, life }) => {
    setFailure(null)
    setAnswer(null)
    close()
    const body = { bucket, path, expires_in: Number(life) }
    const outcome = await result(api.POST('/objects/get-url', { body }))
    if (outcome.ok) setAnswer({ path, life, link: outcome.data })
    else setFailure(outcome)
  })

  if (browses && path === '' && entries?.length === 0)
    return (
      <chakra.div ref={focus} tabIndex={-1} outline="none">
        <Notice severity="info">{t('sharing.link.empty')}</Notice>
      </chakra.div>
    )
  return (
    <FormProvider {...form}>
      <Form
        autoComplete="off"
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <FailureNotice failure={other} />
        <PathPicker
          flow={picker}
          label={t('sharing.link.file')}
          placeholder={t('sharing.link.fileHint')}
          help={t('sharing.link.fileHelp')}
          error={fieldText(t, formState.errors.path)}
          ref={form.register('path').ref}
        />
        <chakra.div width={{ base: 'full', sm: '200px' }}>
          <SelectField label={t('sharing.link.life')} {...form.register('life')}>
            {linkLives.map(life => (
              <option key={life} value={life}>
                {t(`sharing.link.life.${life}`)}
              </option>
            ))}
          </SelectField>
        </chakra.div>
        <div>
          <Button type="submit" variant="main" loading={formState.isSubmitting}>
            {t('sharing.link.do')}
          </Button>
        </div>
        {link && (
          <chakra.div role="status" ref={made} display="flex" flexDirection="column" gap="3">
            <CopyValue
              label={t('sharing.link.made')}
              value={link.url}
              cut
              note={t('sharing.link.until', { time: format.dateTime(link.expires_at) })}
            />
            <QrCode text={link.url} label={t('sharing.link.qr')} />
          </chakra.div>
        )}
      </Form>
    </FormProvider>
  )
}
