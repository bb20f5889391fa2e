import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { addFilesMachine } from '../../machines/add-files/machine.ts'
import { addFilesFlow } from './add-files.flow.ts'

describeFlow('add-files', addFilesMachine, addFilesFlow)
