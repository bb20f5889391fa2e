import { files } from './ways/files.ts'
import { walk } from './ways/walk.ts'

walk([...files])
