import { restoreMachine } from '../../machines/restore/machine.ts'
import { restoreFlow } from './restore.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('restore', restoreMachine, restoreFlow)
