import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { uploadMachine } from '../../machines/upload/machine.ts'
import { uploadFlow } from './upload.flow.ts'

describeFlow('upload', uploadMachine, uploadFlow)
