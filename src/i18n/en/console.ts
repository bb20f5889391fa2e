import { buckets } from './buckets.ts'
import { files } from './files.ts'
import { shell } from './shell.ts'
import { uploads } from './uploads.ts'

/** The messages of the console, which come with its first screen. */
export const messages = { ...shell, ...buckets, ...files, ...uploads }
