import { chakra } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react'
import { email } from '../../domain/email.ts'
import * as v from '../../domain/valibot.ts'
import { FieldError } from '../forms/field-error.tsx'
import { useText } from '../i18n/text.ts'

type Props = {
  /** The addresses at first. */
  initial: readonly string[]
  /** The addresses now, with what is typed and not yet a chip. */
  onEmails: (emails: string[]) => void
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

const separators = /[\s,;]+/
/** `An <an@example.com>`, as mail programs copy it: the address alone. */
const addressOf = (text: string) => text.replace(/^.*<(.+)>$/, '$1')
const valid = (address: string) => v.is(email, address)

/** The addresses with those of a typed or pasted text, each once in any case. */
function withTyped(emails: readonly string[], typed: string): string[] {
  const known = new Set(emails.map(each => each.toLowerCase()))
  const all = [...emails]
  for (const part of typed.split(separators)) {
    const address = addressOf(part)
    if (address === '' || known.has(address.toLowerCase())) continue
    known.add(address.toLowerCase())
    all.push(address)
  }
  return all
}

/** Addresses as chips: what is typed or pasted becomes chips at each separator; a wrong one says so itself. */
export function EmailsField({ initial, onEmails, error, ref }: Props) {
  const t = useText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState({ emails: [...initial], text: '' })
  const { emails, text } = state
  const saidByChips = error === t('issue.email-invalid') && !emails.every(valid)

  function change(emails: string[], text: string) {
    setState({ emails, text })
    onEmails(withTyped(emails, text))
  }
  const take = (typed: string) => change(withTyped(emails, typed), '')

  function remove(index: number) {
    change(
      emails.filter((_, at) => at !== index),
      text,
    )
    box.current?.querySelector('input')?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault()
      take(text)
    } else if (event.key === 'Tab') take(text)
    else if (event.key === 'Backspace' && text === '' && emails.length > 0) {
      event.preventDefault()
      change(emails.slice(0, -1), emails.at(-1) ?? '')
    }
  }

  return (
    <chakra.div display="flex" flexDirection="column" gap="1.5">
      <chakra.label htmlFor={id} textStyle="label">
        {t('groups.emails')}
      </chakra.label>
      <Box ref={box} data-invalid={error ? true : undefined}>
        {emails.length > 0 && (
          <chakra.ul display="contents" listStyleType="none" aria-label={t('groups.emailsOf')}>
            {emails.map((address, index) => (
              <Chip key={address.toLowerCase()} data-invalid={valid(address) ? undefined : true}>
                <chakra.span minW="0" overflowWrap="anywhere">
                  {address}
                </chakra.span>
                {!valid(address) && (
                  <chakra.span textStyle="caption" fontWeight="medium">
                    {t('issue.email-invalid')}
                  </chakra.span>
                )}
                <ChipButton
                  type="button"
                  aria-label={t('groups.removeEmail', { email: address })}
                  onClick={() => remove(index)}
                >
                  <X aria-hidden="true" />
                </ChipButton>
              </Chip>
            ))}
          </chakra.ul>
        )}
        <Typing
          ref={ref}
          id={id}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20_000}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error ${id}-help`}
          value={text}
          onChange={event => {
            const typed = event.target.value
            if (separators.test(typed)) take(typed)
            else change(emails, typed)
          }}
          onKeyDown={onKeyDown}
        />
      </Box>
      <FieldError id={`${id}-error`} srOnly={saidByChips}>
        {error}
      </FieldError>
      <chakra.div id={`${id}-help`} textStyle="small" color="fg.muted">
        {t('groups.emailsHint')}
      </chakra.div>
    </chakra.div>
  )
}

const Box = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '1.5',
    minH: 'field',
    maxH: '220px',
    overflowY: 'auto',
    p: '1.5',
    borderWidth: '1px',
    borderColor: 'line.field',
    borderRadius: 'md',
    bg: 'bg',
    cursor: 'text',
    transition: 'border-color 120ms, box-shadow 120ms',
    '&:has(> input:focus-visible)': {
      borderColor: 'focus',
      boxShadow: '0 0 0 3px color-mix(in srgb, var(--kho-colors-focus) 22%, transparent)',
    },
    '&[data-invalid]': { borderColor: 'fg.danger' },
  },
})

const Chip = chakra('li', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: '1.5',
    maxW: 'full',
    ps: '2.5',
    pe: '0.5',
    py: '0.5',
    borderRadius: 'md',
    bg: 'bg.muted',
    textStyle: 'small',
    '&[data-invalid]': { bg: 'danger.subtle', color: 'fg.danger' },
  },
})

const ChipButton = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '6',
    borderRadius: 'sm',
    cursor: 'pointer',
    color: 'inherit',
    _icon: { boxSize: '14px' },
    _hover: { bg: 'bg.hover' },
  },
})

const Typing = chakra('input', {
  base: {
    flex: '1',
    minW: '140px',
    h: '7',
    px: '1.5',
    bg: 'transparent',
    outline: 'none',
    fontSize: { base: '16px', sm: 'md' },
  },
})
