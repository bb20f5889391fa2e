import { valibotResolver } from '@hookform/resolvers/valibot'
import { type ReactNode, useId, useRef } from 'react'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import { endOfDay } from '../../../domain/expiry-day.ts'
import { manySubUsersChange } from '../../../domain/sub-user.ts'
import type * as v from '../../../domain/valibot.ts'
import type { SubUser } from '../../../openapi/schema.ts'
import { Checkbox } from '../../forms/checkbox.tsx'
import { Form } from '../../forms/form.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { BegunDownloads } from '../begun-downloads.tsx'
import { ExpiryField } from '../expiry-field.tsx'
import { RightsFields } from '../rights-fields.tsx'
import { ScopeField } from '../scope-field.tsx'
import { PlannedDialog } from './planned-dialog.tsx'
import { changedAtOnce, linesOf, type PersonLine, sendMany } from './send-many.ts'
import { usePlannedLines } from './use-planned-lines.ts'

type Values = v.InferOutput<typeof manySubUsersChange>
type Change = Omit<Parameters<typeof sendMany>[1], 'act' | 'preview'>

const none: Values = {
  ...{ rights: false, group: '', permission: 'read', folders: false, scope: null },
  ...{ access: false, expiry: '' },
}

/** What is not chosen stays as each of them has it. */
function changeOf({ rights, group, permission, folders, scope, access, expiry }: Values): Change {
  const own = { group_id: null, permission, ...(folders && { scope }) }
  return {
    ...(rights && (group === '' ? own : { group_id: group })),
    ...(access && { expire_date: endOfDay(expiry) }),
  }
}

type Props = { users: readonly SubUser[]; onClose: () => void }

/** Changes rights and expiry of many sub-users alike, after a preview of what each of them then has. */
export default function ChangeManyDialog({ users, onClose }: Props) {
  const t = useText()
  const id = useId()
  const form = useForm({ resolver: valibotResolver(manySubUsersChange), defaultValues: none })
  const change = useRef<Change>({})
  const planned = usePlannedLines<PersonLine>({
    send: (lines, preview) => sendMany(lines, { act: 'change', preview, ...change.current }),
    atOnce: changedAtOnce,
  })
  const [rights, access] = useWatch({ control: form.control, name: ['rights', 'access'] })
  const preview = form.handleSubmit(values => {
    change.current = changeOf(values)
    return planned.preview(async () => linesOf(users))
  })
  const some = rights || access
  return (
    <FormProvider {...form}>
      <PlannedDialog
        of={planned}
        title={t('many.changeTitle', { count: users.length })}
        action={t('many.changeDo', { count: planned.left })}
        lead={t('many.changeLead')}
        unsaved={some}
        next={
          <Button
            type="submit"
            form={id}
            variant="main"
            loading={planned.step.at === 'reading'}
            disabled={!some}
          >
            {t('many.changeNext')}
          </Button>
        }
        onClose={onClose}
      >
        <Form id={id} onSubmit={event => void preview(event)}>
          <Part name="rights" label={t('many.changeRights')}>
            <RightsFields>
              <Part name="folders" label={t('many.changeFolders')} help={t('many.changeFoldersHelp')}>
                <ScopeField />
              </Part>
            </RightsFields>
          </Part>
          <Part name="access" label={t('many.changeExpiry')}>
            <ExpiryField />
          </Part>
          <BegunDownloads />
        </Form>
      </PlannedDialog>
    </FormProvider>
  )
}

/** What is forgotten with a part that is not changed after all: wrong values in it would stop the others. */
const fieldsOf = {
  rights: ['group', 'permission', 'folders', 'scope'],
  folders: ['scope'],
  access: ['expiry'],
} as const

type PartProps = { name: keyof typeof fieldsOf; label: string; help?: string; children: ReactNode }

/** A part of the change, with its fields if it is chosen. */
function Part({ name, label, help, children }: PartProps) {
  const { register, resetField } = useFormContext<Values>()
  const chosen = useWatch<Values, typeof name>({ name })
  return (
    <>
      <Checkbox
        label={label}
        {...(help !== undefined && { help })}
        {...register(name, {
          onChange: () => {
            for (const field of fieldsOf[name]) resetField(field)
          },
        })}
      />
      {chosen && children}
    </>
  )
}
