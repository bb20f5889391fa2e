import { basename } from 'node:path'
import { afterAll, expect } from 'vitest'
import { keepFile } from './codes.ts'

// Vitest's set-up of each file: the hook runs where at least one test of the file does.
afterAll(() => keepFile(basename(expect.getState().testPath!)))
