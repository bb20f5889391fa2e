import { join } from 'node:path'

/** The folder of the project, or of an installed package: its `dist`, `openapi` and `server` belong to the program. */
export const root = join(import.meta.dirname, '..')
