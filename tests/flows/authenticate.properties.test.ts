import { authenticateMachine } from '../../machines/authenticate/machine.ts'
import { authenticateFlow } from './authenticate.flow.ts'
import { describeProperties } from './support/describe-properties.ts'
import { formSentences } from './support/form-sentences.ts'
import { walksOf } from './support/open-flow.ts'

describeProperties('authenticate', walksOf(authenticateMachine, authenticateFlow, formSentences))
