import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Credentials, credentialsIssues } from '../../../domain/credentials.ts'
import { issueText } from '../../i18n/error-text.ts'
import { useText } from '../../i18n/text.ts'

type Name = keyof Credentials

/**
 * The state of the password form: what its fields hold and what is wrong with them, said from the first attempt to send
 * it. Without a field for it, `username` is sent as it is. Our own, as a library for forms would be a tenth of what the
 * sign-in page loads.
 */
export function useCredentials(username: string, onSubmit: (credentials: Credentials) => void) {
  const t = useText()
  const [{ inPassword }] = useState(typedBefore)
  const form = useRef<Credentials>({ username, password: '' })
  const inputs = { username: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) }
  const [tried, setTried] = useState(false)
  const [issues, setIssues] = useState<ReturnType<typeof credentialsIssues>>({})
  // As late as possible: the user may type until this form is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    const before = typedBefore()
    for (const name of ['username', 'password'] as const) {
      const input = inputs[name].current
      if (input && before[name]) input.value = before[name]
    }
  }, [])

  return {
    field: (name: Name) => ({
      name,
      defaultValue: name === 'username' ? username : '',
      error: issueText(t, issues[name]),
      ref: inputs[name],
      onChange(event: FormEvent<HTMLInputElement>) {
        form.current[name] = event.currentTarget.value
        if (tried) setIssues(credentialsIssues(form.current))
      },
    }),
    passwordInput: inputs.password,
    /** Whether the password is the field to go on with. */
    atPassword: username !== '' || inPassword,
    submit(event: FormEvent) {
      event.preventDefault()
      // Browsers fill in what they have kept without a change that React hears.
      for (const name of ['username', 'password'] as const) {
        form.current[name] = inputs[name].current?.value ?? form.current[name]
      }
      const found = credentialsIssues(form.current)
      setTried(true)
      setIssues(found)
      const wrong = (['username', 'password'] as const).find(name => found[name] && inputs[name].current)
      if (wrong) inputs[wrong].current?.focus()
      else onSubmit({ ...form.current, username: form.current.username.trim() })
    },
  }
}

/** What was typed into the sign-in page of index.html before this one stood in its place. */
function typedBefore(): Credentials & { inPassword: boolean } {
  const input = (name: keyof Credentials) => document.querySelector<HTMLInputElement>(`#boot [name=${name}]`)
  const password = input('password')
  return {
    username: input('username')?.value ?? '',
    password: password?.value ?? '',
    inPassword: password !== null && document.activeElement === password,
  }
}
