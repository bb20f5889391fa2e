/** Mutants that change nothing that anybody could see, each with its reason; by machine, place and change. */
export const equivalent: Record<string, string> = {
  'drawer | drawer: screen changed (1) | target swapped: .closed → deciding':
    'the screen is small by then, and deciding leads to closed at once',
  'drawer | open: toggle drawer | target swapped: closed → deciding':
    'the drawer is small or collapsed by then, and deciding leads to closed at once',
  'drawer | open: navigated | target swapped: closed → deciding':
    'the screen is small there, and deciding leads to closed at once',
  'upload | waiting | initial state swapped: offline': 'it is entered by its inner states alone',
  'upload | paused | initial state swapped: byStorage': 'it is entered by its inner states alone',
  'upload-queue | work | initial state swapped: running': 'it has no row, and running leads to idle at once',
  'upload-queue | work.paused: always | target swapped: idle → work.running':
    'everything has ended by then, and running leads to idle at once',
  'bulk-job | ended.failures: retry | action dropped: clear failure':
    'failures are listed only after they were read, which has cleared the failure',
  'session | signedOut.form.open: authenticate onDone | target swapped: #session.signedIn.open.steps.deciding → signedIn.open.steps.passwordChange':
    'a step that is not next leads to deciding at once',
  'session | signedIn.open.steps.console: always | target swapped: deciding → signedIn.open.steps.passwordChange':
    'a step that is not next leads to deciding at once',
  'session | signedIn.open.steps.passwordChange.submitting: changePassword onDone (1) | target swapped: #session.signedIn.open.steps.deciding → signedIn.open.steps.passwordChange':
    'a step that is not next leads to deciding at once',
  'session | signedIn.open.steps.pinSetUp: always | target swapped: deciding → signedIn.open.steps.passwordChange':
    'a step that is not next leads to deciding at once',
  'session | signedIn.open.steps.pinSetUp.submitting: initPin onDone (1) | target swapped: #session.signedIn.open.steps.deciding → signedIn.open.steps.passwordChange':
    'a step that is not next leads to deciding at once',
  'session | signedIn.open.steps.twoStepSetUp: second step is set | target swapped: deciding → signedIn.open.steps.passwordChange':
    'a step that is not next leads to deciding at once',
  'session | signedIn.open.steps.twoStepSetUp: always | target swapped: deciding → signedIn.open.steps.passwordChange':
    'a step that is not next leads to deciding at once',
}
