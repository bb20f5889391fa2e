import * as v from 'valibot'
import { newPassword } from './password.ts'

/** 64 characters, so that six bits choose one evenly; without those that look alike (`I l 1 O o 0`). */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!#$%&?:+'
const length = 16

/** A random password that keeps the rules of `domain/password.ts`: 16 characters, which people can read out. */
export function generatePassword(): string {
  for (;;) {
    const random = crypto.getRandomValues(new Uint8Array(length))
    const password = Array.from(random, byte => alphabet[byte & 63]).join('')
    if (v.is(newPassword, password)) return password
  }
}
