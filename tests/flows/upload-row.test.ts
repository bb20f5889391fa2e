import { rowMachine } from '../../machines/upload-queue/row-machine.ts'
import { describeFlow } from './support/describe-flow.ts'
import { uploadRowFlow } from './upload-row.flow.ts'

describeFlow('upload-row', rowMachine, uploadRowFlow)
