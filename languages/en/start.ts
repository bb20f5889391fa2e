import { auth } from './auth.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'

/** The messages of the screens before the console, and of every form. */
export const messages = { ...common, ...auth, ...errors }
