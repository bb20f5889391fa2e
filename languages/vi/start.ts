import { auth } from './auth.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'

export const messages = { ...common, ...auth, ...errors }
