import { chakra } from '@chakra-ui/react'
import { Plus, X } from 'lucide-react'
import { get, useFieldArray, useFormContext } from 'react-hook-form'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { FieldError, Input } from './field.tsx'

const columns = 'minmax(0, 1fr) minmax(0, 1fr) 40px'

type Props = {
  /** The form field with a list of pairs; their parts have these names. */
  list: string
  parts: readonly [string, string]
  /** Maximum number of pairs. */
  most: number
  words: {
    none: string
    /** The column headers. */
    heads: readonly [string, string]
    /** The accessible name of a field, by its row number. */
    fields: readonly [(number: number) => string, (number: number) => string]
    remove: (number: number) => string
    add: string
  }
}

/** A form for pairs of texts, such as tags: a row each. */
export function PairRows({ list, parts, most, words }: Props) {
  const { control, register, formState } = useFormContext()
  const { fields, append, remove } = useFieldArray({ control, name: list })
  const wrong = fieldText(useText(), get(formState.errors, list))
  return (
    <>
      {fields.length === 0 && <chakra.p color="fg.muted">{words.none}</chakra.p>}
      {fields.length > 0 && (
        <chakra.div maxW="760px">
          <chakra.div
            aria-hidden="true"
            display="grid"
            gridTemplateColumns={columns}
            columnGap="2"
            textStyle="label"
            pb="1.5"
          >
            <span>{words.heads[0]}</span>
            <span>{words.heads[1]}</span>
          </chakra.div>
          <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="2">
            {fields.map(({ id }, index) => (
              <chakra.li key={id} display="grid" gridTemplateColumns={columns} columnGap="2">
                {parts.map((part, at) => (
                  <PartInput
                    key={part}
                    label={words.fields[at === 0 ? 0 : 1](index + 1)}
                    wrong={get(formState.errors, `${list}.${index}.${part}`)}
                    {...register(`${list}.${index}.${part}`)}
                  />
                ))}
                <IconButton label={words.remove(index + 1)} onClick={() => remove(index)}>
                  <X aria-hidden="true" />
                </IconButton>
              </chakra.li>
            ))}
          </chakra.ul>
        </chakra.div>
      )}
      <chakra.div>
        <Button
          disabled={fields.length >= most}
          onClick={() =>
            append(Object.fromEntries(parts.map(part => [part, ''])), {
              focusName: `${list}.${fields.length}.${parts[0]}`,
            })
          }
        >
          <Plus aria-hidden="true" />
          {words.add}
        </Button>
        <FieldError pt="1.5">{wrong}</FieldError>
      </chakra.div>
    </>
  )
}

type InputProps = React.ComponentProps<typeof Input> & {
  label: string
  wrong: { message?: string } | undefined
}

function PartInput({ label, wrong, ...input }: InputProps) {
  const t = useText()
  const error = fieldText(t, wrong)
  const id = `${input.name}-error`
  return (
    <chakra.div minW="0" display="flex" flexDirection="column" gap="1">
      <Input
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...input}
      />
      <FieldError id={id}>{error}</FieldError>
    </chakra.div>
  )
}

/** Names with their values, to read. `none`: text where there are none. */
export function PairList({ pairs, none }: { pairs: readonly (readonly [string, string])[]; none: string }) {
  if (pairs.length === 0) return <chakra.p color="fg.muted">{none}</chakra.p>
  return (
    <chakra.dl display="flex" flexDirection="column" gap="2">
      {pairs.map(([name, value]) => (
        <chakra.div key={name} display="flex" flexWrap="wrap" columnGap="3" overflowWrap="anywhere">
          <chakra.dt fontWeight="medium" minW="120px">
            <bdi>{name}</bdi>
          </chakra.dt>
          <chakra.dd color="fg.muted" minW="0">
            <bdi>{value}</bdi>
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}
