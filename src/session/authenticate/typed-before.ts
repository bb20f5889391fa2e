import type { Credentials } from '../../../domain/credentials.ts'

/** What was typed into the sign-in page of index.html before this one stood in its place. */
export function typedBefore(): Credentials & { inPassword: boolean } {
  const input = (name: keyof Credentials) => document.querySelector<HTMLInputElement>(`#boot [name=${name}]`)
  const password = input('password')
  return {
    username: input('username')?.value ?? '',
    password: password?.value ?? '',
    inPassword: password !== null && document.activeElement === password,
  }
}
