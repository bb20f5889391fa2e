import { security } from './security.ts'

/** The messages of the security page. */
export const messages = { ...security }
