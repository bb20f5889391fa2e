import { valibotResolver } from '@hookform/resolvers/valibot'
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { isSame } from '../../domain/is-same.ts'
import type { GenericSchema } from '../../domain/valibot.ts'
import type { Stored } from '../../machines/bucket-settings/machine.ts'
import { type Failure, hasChanged } from '../../machines/failure.ts'
import type { ApiResult } from '../api/result.ts'
import { useText } from '../i18n/text.ts'
import { useLeaving } from '../shell/leaving.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, useClosing } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure.tsx'
import { ConflictDialog } from './conflict.tsx'
import { Form } from './form.tsx'
import { hasUnsavedInput, LeaveQuestion } from './leave-question.tsx'
import { useFieldFailure } from './use-field-failure.ts'

type Options<Values extends FieldValues, Output, Data, Found extends { revision: string }> = {
  schema: GenericSchema<Values, Output>
  defaultValues: NoInfer<Values>
  /** The form's field for each error code that concerns one, and for each request field with another name. */
  fields?: Readonly<Record<string, FieldPath<Values>>>
  /** For a form that saves on top of what it was opened with. */
  basedOn?: Base<Values, Output, Found>
  /**
   * Makes the call; null: the user cancelled it. `changed`: the fields that differ from `defaultValues`. `revision`: of
   * what it is based on.
   */
  send: (values: Output, changed: Changed<Values>, revision: string) => Promise<ApiResult<Data> | null>
  /** The call succeeded; the dialog closes when this resolves. */
  onSent?: (data: Data, values: Output) => unknown
  /** Called when the dialog is closed. `data`: of the call, if it succeeded. */
  onClose: (data: Data | null) => void
  /** The response is shown only once: the dialog stays open until it arrives. */
  staysWhileSending?: boolean
}

type Base<Values, Output, Found> = {
  /** Of what the form was opened with. */
  revision: string
  /** Reads what another user or tab has saved meanwhile. */
  readAgain: () => Promise<ApiResult<Found>>
  toValues: (found: Found) => Values
  /** The values in words, to compare both. */
  describe: (values: Values) => ReactNode
  /** What is stored of values that can be written in several ways. */
  meaning?: (values: Values | Output) => unknown
}

type Changed<Values extends FieldValues> = UseFormReturn<Values>['formState']['dirtyFields']

/** The state of a `FormDialog`: its fields, its call, and how it closes. */
export function useFormDialog<Values extends FieldValues, Output, Data, Found extends { revision: string }>(
  options: Options<Values, Output, Data, Found>,
) {
  const { schema, defaultValues, fields, basedOn, send, onSent, onClose, staysWhileSending = false } = options
  const data = useRef<Data | null>(null)
  const { open, close, onExited } = useClosing(() => onClose(data.current))
  const [failure, setFailure] = useState<Failure | null>(null)
  const [revision, setRevision] = useState(basedOn?.revision ?? '')
  const [theirs, setTheirs] = useState<Stored<Values> | null>(null)
  const methods = useForm<Values, unknown, Output>({
    resolver: valibotResolver(schema),
    // By default the resolver stops at the first issue, and checks across fields come last.
    criteriaMode: 'all',
    defaultValues: defaultValues as DefaultValues<Values>,
  })
  const { dirtyFields, isSubmitting } = methods.formState
  const formFailure = useFieldFailure(methods, failure, fields)

  async function save(values: Output, revision: string): Promise<void> {
    setFailure(null)
    const outcome = await send(values, dirtyFields, revision)
    if (!outcome) return
    if (basedOn && hasChanged(outcome)) {
      const now = await basedOn.readAgain()
      if (!now.ok) return setFailure(now)
      // The answer to an earlier attempt was lost, or another one has saved the same.
      const { toValues, meaning = same => same } = basedOn
      const stored = { value: toValues(now.data), revision: now.data.revision }
      const same = isSame(meaning(stored.value), meaning(values))
      return same && stored.revision !== revision ? save(values, stored.revision) : setTheirs(stored)
    }
    if (!outcome.ok) return setFailure(outcome)
    data.current = outcome.data
    await onSent?.(outcome.data, values)
    close()
  }
  const submitOn = (revision: string) => methods.handleSubmit(values => save(values, revision))()
  const goOn = (stored: Stored<Values>) => {
    setTheirs(null)
    setRevision(stored.revision)
  }
  const conflict = basedOn &&
    theirs && {
      theirs: basedOn.describe(theirs.value),
      yours: basedOn.describe(methods.getValues()),
      onKeepTheirs() {
        goOn(theirs)
        methods.reset(theirs.value)
      },
      onSaveYours() {
        goOn(theirs)
        void submitOn(theirs.revision)
      },
    }
  const leave = () => {
    if (!(staysWhileSending && isSubmitting)) close()
  }
  return { methods, failure: formFailure, conflict, submit: () => submitOn(revision), open, leave, onExited }
}

type Props<Values extends FieldValues, Output> = {
  form: {
    methods: UseFormReturn<Values, unknown, Output>
    failure: Failure | null
    conflict: ComponentProps<typeof ConflictDialog> | null | undefined
    submit: () => Promise<void>
    open: boolean
    leave: () => void
    onExited: () => void
  }
  title: ReactNode
  lead: ReactNode
  /** The label of the action; undefined: there is nothing to do, and the dialog only closes. */
  action: string | undefined
  danger?: boolean
  size?: 'normal' | 'large'
  /** A name on the screen to edit in place. */
  over?: DOMRect | null
  /** The fields: `FormField` and similar components; the first one has `data-autofocus`. */
  children: ReactNode
}

/**
 * A dialog that asks for values and makes one call with them. Once a value was entered, clicks outside are ignored;
 * Escape, the cross, the browser's back button and closing the page ask for confirmation. Cancel does not, nor does
 * editing a name in place, or a form that only confirms a dangerous act.
 */
export function FormDialog<Values extends FieldValues, Output>({
  form: { methods, failure, conflict, submit, open, leave, onExited },
  title,
  lead,
  action,
  danger = false,
  size = 'normal',
  over = null,
  children,
}: Props<Values, Output>) {
  const t = useText()
  const id = useId()
  const { dirtyFields, isSubmitting } = methods.formState
  const unsaved = !danger && !over && hasUnsavedInput(dirtyFields)
  const leaving = useLeaving(open && unsaved)
  return (
    <>
      <Dialog
        open={open}
        onClose={() => leaving.ask(leave)}
        closesOutside={!unsaved}
        onExited={onExited}
        role={danger ? 'alertdialog' : 'dialog'}
        size={size}
        over={over}
        title={title}
        lead={lead}
        footer={
          <>
            <Button
              key={action === undefined ? 'close' : 'cancel'}
              autoFocus={action === undefined}
              size={over ? 'sm' : 'md'}
              onClick={leave}
            >
              {t(action === undefined ? 'common.close' : 'common.cancel')}
            </Button>
            {action !== undefined && (
              <Button
                type="submit"
                form={id}
                size={over ? 'sm' : 'md'}
                variant={danger ? 'danger' : 'main'}
                loading={isSubmitting}
              >
                {action}
              </Button>
            )}
          </>
        }
      >
        <FormProvider {...methods}>
          <Form
            id={id}
            autoComplete="off"
            onSubmit={event => {
              event.preventDefault()
              void submit()
            }}
          >
            <FailureNotice failure={failure} />
            {children}
          </Form>
        </FormProvider>
      </Dialog>
      {conflict && <ConflictDialog {...conflict} />}
      <LeaveQuestion leaving={leaving} about="entered" />
    </>
  )
}
