import { uploadMachine } from '../../machines/upload/machine.ts'
import { describeFlow } from './support/describe-flow.ts'
import { uploadFlow } from './upload.flow.ts'

describeFlow('upload', uploadMachine, uploadFlow)
