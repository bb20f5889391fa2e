import { passkeyErrors } from './passkey-errors.ts'

export const messages = { ...passkeyErrors }
