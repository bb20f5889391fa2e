import { security } from './security.ts'

export const messages = { ...security }
