import type { Level } from '../../s3/keys.ts'

/** Whose key signed a request. `subUser`: null for the user's own key. */
export type Principal = { accessKey: string; uid: string; subUser: string | null; level: Level }
