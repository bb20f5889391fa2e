import { newPassword } from './password.ts'
import * as v from './valibot.ts'

/** 64 characters: six bits choose one without bias. None look alike (`I l 1 O o 0`). */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!#$%&?:+'
const length = 16

/** A random password of 16 characters that satisfies `domain/password.ts` and can be read out. */
export function generatePassword(): string {
  for (;;) {
    const random = crypto.getRandomValues(new Uint8Array(length))
    const password = Array.from(random, byte => alphabet[byte & 63]).join('')
    if (v.is(newPassword, password)) return password
  }
}
