import type { ReactNode } from 'react'
import type { Issue } from '../../domain/issue.ts'
import * as v from '../../domain/valibot.ts'
import type { ApiResult } from '../api/result.ts'
import { FormDialog, useFormDialog } from './form-dialog.tsx'
import { FormField } from './form-field.tsx'

type Props = {
  title: string
  /** Exactly what will be lost. */
  lead: string
  /** The name to type. */
  name: string
  /** The label of the name field. */
  label: string
  action: string
  /** There is nothing to delete: `children` explain that, and the dialog only closes. */
  empty?: boolean
  /** Further content, above the field. */
  children?: ReactNode
  /** Makes the deletion call. */
  send: () => Promise<ApiResult<unknown>>
  onSent: () => unknown
  onClose: () => void
}

/** Requires typing the exact name of what is deleted (specification, section 5). */
export function DeleteByNameDialog({
  title,
  lead,
  name,
  label,
  action,
  empty = false,
  children,
  send,
  onSent,
  onClose,
}: Props) {
  const form = useFormDialog({
    schema: v.object({
      name: v.pipe(
        v.string(),
        v.issueOf((typed): Issue | null => {
          if (typed === name) return null
          if (typed === '') return 'required'
          return form.methods.formState.isSubmitted ? 'not-match' : 'wrong-name'
        }),
      ),
    }),
    defaultValues: { name: '' },
    send,
    onSent,
    onClose,
  })
  return (
    <FormDialog danger form={form} title={title} lead={lead} action={empty ? undefined : action}>
      {children}
      {!empty && (
        <FormField
          name="name"
          label={label}
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </FormDialog>
  )
}
