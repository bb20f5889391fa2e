import type { Level } from '../../s3/keys.ts'

/** The key that signed a request, and its user. `subUser`: null for the user's own key. */
export type Principal = { accessKey: string; uid: string; subUser: string | null; level: Level }
