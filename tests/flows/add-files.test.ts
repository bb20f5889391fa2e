import { addFilesMachine } from '../../machines/add-files/machine.ts'
import { addFilesFlow } from './add-files.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('add-files', addFilesMachine, addFilesFlow)
