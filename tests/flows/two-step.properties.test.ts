import { twoStepMachine } from '../../machines/two-step/machine.ts'
import { describeProperties } from './support/describe-properties.ts'
import { formSentences } from './support/form-sentences.ts'
import { walksOf } from './support/open-flow.ts'
import { twoStepFlow } from './two-step.flow.ts'

describeProperties('two-step', walksOf(twoStepMachine, twoStepFlow, formSentences))
