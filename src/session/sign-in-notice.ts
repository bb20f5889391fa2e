import type { SignInNotice } from '../../machines/sign-in/types.ts'

let notice: SignInNotice | null = null

/** What another screen leaves for the sign-in page to say when it is shown next. */
export const noticeForSignIn = {
  left: () => notice,
  leave(next: SignInNotice | null) {
    notice = next
  },
}
