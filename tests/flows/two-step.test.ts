import { twoStepMachine } from '../../machines/two-step/machine.ts'
import { describeFlow } from './support/describe-flow.ts'
import { twoStepFlow } from './two-step.flow.ts'

describeFlow('two-step', twoStepMachine, twoStepFlow)
