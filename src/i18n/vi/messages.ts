import type { Messages } from '../messages.ts'
import { auth } from './auth.ts'
import { buckets } from './buckets.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'
import { files } from './files.ts'
import { shell } from './shell.ts'
import { uploads } from './uploads.ts'

export const messages: Messages = {
  ...common,
  ...auth,
  ...shell,
  ...buckets,
  ...errors,
  ...files,
  ...uploads,
}
