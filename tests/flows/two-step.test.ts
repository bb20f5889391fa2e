import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { twoStepMachine } from '../../machines/two-step/machine.ts'
import { twoStepFlow } from './two-step.flow.ts'

describeFlow('two-step', twoStepMachine, twoStepFlow)
