import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { restoreMachine } from '../../machines/restore/machine.ts'
import { restoreFlow } from './restore.flow.ts'

describeFlow('restore', restoreMachine, restoreFlow)
