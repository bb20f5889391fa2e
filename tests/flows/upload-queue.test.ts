import { uploadQueueMachine } from '../../machines/upload-queue/machine.ts'
import { describeFlow } from './support/describe-flow.ts'
import { uploadQueueFlow } from './upload-queue.flow.ts'

describeFlow('upload-queue', uploadQueueMachine, uploadQueueFlow, { everyPath: ['walks'] })
