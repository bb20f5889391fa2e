import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { rowMachine } from '../../machines/upload-queue/row-machine.ts'
import { uploadRowFlow } from './upload-row.flow.ts'

describeFlow('upload-row', rowMachine, uploadRowFlow)
