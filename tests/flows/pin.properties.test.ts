import { pinMachine } from '../../machines/pin/machine.ts'
import { pinFlow } from './pin.flow.ts'
import { describeProperties } from './support/describe-properties.ts'
import { formSentences } from './support/form-sentences.ts'
import { walksOf } from './support/open-flow.ts'

describeProperties('pin', walksOf(pinMachine, pinFlow, formSentences))
