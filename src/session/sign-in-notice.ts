import type { SignInNotice } from '../../machines/sign-in/types.ts'

let notice: SignInNotice | null = null

/** What the sign-in page says when it is shown next. */
export const currentNotice = (): SignInNotice | null => notice

export function setNotice(next: SignInNotice | null): void {
  notice = next
}
