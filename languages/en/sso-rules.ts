/** The messages of the dialog that tries claims on the rules of single sign-on. */
export const ssoRules = {
  'rules.title': 'Single sign-on',
  'rules.name': 'Rules',
  'rules.state':
    'They decide who signs in with an organization, and what they may do here. The server’s settings have them.',
  'rules.try': 'Try the rules',
  'rules.tryTitle': 'Try the rules',
  'rules.tryLead':
    'Paste what the organization says of a person. You see which rule decides; nobody is signed in, and nothing changes.',
  'rules.claims': 'Claims (JSON)',
  'rules.do': 'Try',
  'rules.admitted': 'Rule {rule} decides: the person is let in.',
  'rules.undecided':
    'Rule {rule} cannot be decided, as the organization sends the claim {claim} by reference: the person is refused.',
  'rules.refused':
    '{count, plural, one {The only rule does not apply} other {None of # rules applies}}: the person is refused.',
  'rules.passed': 'Rules before it that do not apply',
  'rules.why.missing': 'Rule {rule}: the claim {claim} is missing.',
  'rules.why.by-reference': 'Rule {rule}: the organization sends the claim {claim} by reference.',
  'rules.why.equals': 'Rule {rule}: the claim {claim} is not exactly {values}.',
  'rules.why.contains': 'Rule {rule}: the claim {claim} does not have {values}.',
  'rules.why.in': 'Rule {rule}: the claim {claim} has none of {values}.',
  'rules.role': 'Role',
  'rules.role.super-admin': 'Super admin, if the person is one already',
  'rules.role.owner': 'Owner, if the person is the account’s already',
  'rules.role.sub-user': 'Sub-user',
  'rules.account': 'Account',
  'rules.accountUnknown':
    'Rule {rule} decides, but no single customer has the contract code or id {account}: the person is refused.',
  'rules.folders': 'Folders',
  'rules.everywhere': 'The whole account',
  'rules.expiryKept': 'Stays as it is',
  'issue.claims-invalid': 'Not a JSON object: it begins with a brace, and names are in double quotes',
  'issue.claims-too-long': 'At most 64 KB',
} as const
