import { accountErrors } from './account-errors.ts'
import { buckets } from './buckets.ts'
import { files } from './files.ts'
import { shell } from './shell.ts'
import { uploads } from './uploads.ts'

export const messages = { ...shell, ...accountErrors, ...buckets, ...files, ...uploads }
