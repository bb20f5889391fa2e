// biome-ignore-start lint/style/noRestrictedImports: here it gets its types
import * as v from 'valibot'
import type { ErrorCode } from '../openapi/schema.ts'
import type { Issue } from './issue.ts'

// Valibot for forms: its messages are `Issue`s, so that each has a sentence.

export type { GenericSchema, InferOutput } from 'valibot'
export {
  is,
  normalize,
  nullable,
  optional,
  pipe,
  safeParse,
  toLowerCase,
  transform,
  trim,
} from 'valibot'
// biome-ignore-end lint/style/noRestrictedImports: here it gets its types

// What is absent, or of another type, has not been entered; Valibot's own message is for developers.
export const string = () => v.string<Issue>('required')
export const boolean = () => v.boolean<Issue>('required')
export const array = <const Item extends v.GenericSchema>(item: Item) =>
  v.array<Item, Issue>(item, 'required')
export const object = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object<Entries, Issue>(entries, 'required')

export const minLength = v.minLength as <Input extends string | unknown[]>(
  minimum: number,
  issue: Issue,
) => v.MinLengthAction<Input, number, Issue>

export const maxLength = v.maxLength as <Input extends string | unknown[]>(
  maximum: number,
  issue: Issue,
) => v.MaxLengthAction<Input, number, Issue>

export const regex = v.regex as <Input extends string>(
  pattern: RegExp,
  issue: Issue,
) => v.RegexAction<Input, Issue>

export const value = v.value as <Input extends boolean, const Only extends Input>(
  only: Only,
  issue: Issue,
) => v.ValueAction<Input, Only, Issue>

export const notValue = v.notValue as <Input extends string, const Wrong extends Input>(
  wrong: Wrong,
  issue: Issue,
) => v.NotValueAction<Input, Wrong, Issue>

export const picklist = v.picklist as <const Options extends readonly string[]>(
  options: Options,
  issue: Issue,
) => v.PicklistSchema<Options, Issue>

export const check = v.check as <Input>(
  holds: (input: Input) => boolean,
  issue: Issue,
) => v.CheckAction<Input, Issue>

/** A check that returns the issue, or the error code that the server would return; null if there is none. */
export function issueOf<Input>(find: (input: Input) => Issue | ErrorCode | null): v.RawCheckAction<Input> {
  return v.rawCheck(({ dataset, addIssue }) => {
    const issue = dataset.typed ? find(dataset.value) : null
    if (issue !== null) addIssue({ message: issue })
  })
}

/** Like `issueOf`, for an issue at a path inside the value. */
export function issueAt<Input>(
  find: (input: Input) => { path: readonly [number, string]; issue: Issue } | null,
): v.RawCheckAction<Input> {
  return v.rawCheck(({ dataset, addIssue }) => {
    const found = dataset.typed ? find(dataset.value) : null
    if (found === null) return
    const [index, name] = found.path
    const list = dataset.value as unknown as Record<string, unknown>[]
    const step = { type: 'array', origin: 'value', input: list, key: index, value: list[index] } as const
    const inner = {
      type: 'object',
      origin: 'value',
      input: list[index]!,
      key: name,
      value: undefined,
    } as const
    addIssue({ message: found.issue, path: [step, inner] })
  })
}

/** A check of one field of a form by `schema`, if `applies` to the form. */
export function checkField<Form extends Record<string, unknown>>(
  name: keyof Form & string,
  schema: v.GenericSchema,
  applies: (form: Form) => boolean,
): v.RawCheckAction<Form> {
  return v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || !applies(dataset.value)) return
    const input = dataset.value
    const place = { type: 'object', origin: 'value', input, key: name, value: input[name] } as const
    for (const { message } of v.safeParse(schema, input[name]).issues ?? [])
      addIssue({ message, path: [place] })
  })
}

/** A check over several fields of a form, once each of them is well formed. The issue is shown at the last one. */
export function checkFields<Form extends Record<string, unknown>, Name extends keyof Form & string>(
  names: readonly Name[],
  holds: (form: Pick<Form, Name>) => boolean,
  issue: Issue,
): v.BaseValidation<Form, Form, v.BaseIssue<unknown>> {
  const paths = names.map(name => [name] as const)
  return v.forward(v.partialCheck(paths as never, holds as never, issue), paths.at(-1) as never)
}
