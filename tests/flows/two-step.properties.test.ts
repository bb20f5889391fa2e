import { describeProperties } from '../../flows/kit/describe-properties.ts'
import { walksOf } from '../../flows/kit/open-flow.ts'
import { twoStepMachine } from '../../machines/two-step/machine.ts'
import { formSentences } from './support/form-sentences.ts'
import { twoStepFlow } from './two-step.flow.ts'

describeProperties('two-step', walksOf(twoStepMachine, twoStepFlow, formSentences))
