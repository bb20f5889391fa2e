import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { FolderPlus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { copyIssue } from '../../../domain/copy-issue.ts'
import { targetAt } from '../../../domain/copy-target.ts'
import { mayReach } from '../../../domain/reach.ts'
import * as v from '../../../domain/valibot.ts'
import { deskTexts } from '../../../languages/screen-texts.ts'
import { selectChosen, selectHas, selectPath } from '../../../machines/folder-tree/selectors.ts'
import { folderName, type Place } from '../../buckets/addresses.ts'
import { Field } from '../../forms/field.tsx'
import { FormDialog, useFormDialog } from '../../forms/form-dialog.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { fieldText } from '../../i18n/error-text.ts'
import { useText, withMessages } from '../../i18n/text.ts'
import { followJob } from '../../jobs/followed-jobs.ts'
import { type FolderTreeFlow, useFolderTree, useFolderTreeEvents } from '../../picker/tree/flow.ts'
import { FolderTree } from '../../picker/tree/folder-tree.tsx'
import { useUser } from '../../session/flow.ts'
import { queryClient } from '../../session/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy.tsx'
import { usePhone } from '../../ui/use-width.ts'
import { haveSameName, useEachPart } from '../parts.ts'
import { type CopiedPart, type CopyAct, copySent, sendCopy } from './copying.ts'

const NewFolderDialog = lazyDialog(() => withMessages(import('./new-folder-dialog.tsx'), deskTexts))

const existing = ['keep-both', 'replace', 'skip'] as const
const fields = {
  TARGET_BUCKET_NOT_FOUND: 'to',
  TARGET_INSIDE_SOURCE: 'to',
  KEY_TOO_LONG: 'to',
  target_bucket: 'to',
  target_folder: 'to',
} as const

type Props = {
  /** Where the target is chosen from. */
  place: Place
  act: CopyAct
  parts: readonly CopiedPart[]
  onClose: () => void
}

/** Copies or moves files and folders to a folder of any bucket: a single file directly, anything else by a job. */
export default function CopyDialog({ place, act, parts, onClose }: Props) {
  const t = useText()
  const { id: userId, scope } = useUser()
  const isMove = act === 'move'
  const items = parts.flatMap(part => part.items)
  const keysOf = (part: CopiedPart) => part.items.map(({ key }) => key)
  // Each would replace the one before.
  const choices = haveSameName(items) ? existing.filter(each => each !== 'replace') : existing
  const path = `${place.bucket}/${place.prefix}`
  const tree = useFolderTree({ path })
  const { created } = useFolderTreeEvents(tree)
  const [newIn, setNewIn] = useState<Place | null>(null)
  const sent = useRef({ to: '', existing: 'keep-both' as (typeof existing)[number] })
  const send = useEachPart(parts, async part => {
    const { to, existing } = sent.current
    const target = targetAt(to)
    if (!target) return { ok: false, code: 'TARGET_BUCKET_NOT_FOUND' }
    const body = { bucket: part.bucket, keys: keysOf(part), ...target, existing }
    const outcome = await sendCopy(act, body)
    if (outcome.ok && outcome.data.job) followJob(userId, outcome.data.job.id)
    return outcome
  })
  const form = useFormDialog({
    schema: v.object({
      to: v.pipe(
        v.string(),
        v.issueOf(path => {
          const issueOf = (part: CopiedPart) =>
            copyIssue({ scope, bucket: part.bucket, keys: keysOf(part), removes: isMove }, path)
          return parts.map(issueOf).find(issue => issue !== null) ?? null
        }),
      ),
      existing: v.picklist(existing, 'required'),
    }),
    defaultValues: { to: path, existing: 'keep-both' },
    fields,
    send(values) {
      sent.current = values
      return send()
    },
    onSent: sent => copySent(userId, act, sent),
    onClose: () => onClose(),
  })
  const values = { count: items.length, name: (items[0]?.name ?? '').replace(/\/$/, '') }
  return (
    <>
      <FormDialog
        form={form}
        title={t(isMove ? 'files.moveTitle' : 'files.copyTitle', values)}
        lead={t('files.copyLead')}
        action={t(isMove ? 'files.move' : 'files.copy')}
      >
        <TargetField tree={tree} onNewFolder={setNewIn} />
        <SelectField label={t('files.existing')} {...form.methods.register('existing')}>
          {choices.map(each => (
            <option key={each} value={each}>
              {t(`files.existing.${each}`)}
            </option>
          ))}
        </SelectField>
      </FormDialog>
      {newIn && (
        <NewFolderDialog
          place={newIn}
          parent={folderName(newIn)}
          isTaken={name => selectHas(tree.getSnapshot(), name)}
          onCreated={({ key }) => {
            created(`${newIn.bucket}/${key}`)
            void queryClient.invalidateQueries()
          }}
          onClose={() => setNewIn(null)}
        />
      )}
    </>
  )
}

type TargetProps = { tree: FolderTreeFlow; onNewFolder: (parent: Place) => void }

/** The target folder: its path, the tree that it is chosen from, and the way to a new one. */
function TargetField({ tree, onNewFolder }: TargetProps) {
  const t = useText()
  const phone = usePhone()
  const { register, setValue, formState } = useFormContext<{ to: string }>()
  const { isSubmitted, errors } = formState
  const { scope } = useUser()
  const { type } = useFolderTreeEvents(tree)
  const path = useSelector(tree, selectPath)
  const chosen = useSelector(tree, selectChosen)
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: to validate once more when it is sent would remove the server’s issue of the path
  useEffect(() => setValue('to', path, { shouldValidate: isSubmitted }), [setValue, path])
  const target = chosen === null ? null : targetAt(chosen)
  const parent = target && { bucket: target.target_bucket, prefix: target.target_folder }
  const mayCreate =
    parent !== null && mayReach(scope, 'createFolder', { bucket: parent.bucket, folder: parent.prefix })
  const toTree = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    box.current?.focus()
  }
  return (
    <chakra.div display="flex" flexDirection="column" gap="2">
      <Field
        label={t('files.target')}
        placeholder={t('files.targetHint')}
        error={fieldText(t, errors.to)}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        // A focused field would open a phone's keyboard over the tree.
        data-autofocus={phone ? undefined : ''}
        value={path}
        onChange={event => type(event.currentTarget.value)}
        onKeyDown={toTree}
        ref={register('to').ref}
      />
      <FolderTree flow={tree} ref={box} data-autofocus={phone ? '' : undefined} />
      <chakra.div>
        <Button size="sm" disabled={!mayCreate} onClick={() => parent && onNewFolder(parent)}>
          <FolderPlus />
          {t('files.new')}
        </Button>
      </chakra.div>
    </chakra.div>
  )
}
